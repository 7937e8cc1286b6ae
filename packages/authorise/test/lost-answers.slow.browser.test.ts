import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { callsTo, timesAsked } from './asked.ts'
import { arrives, button, heard, reviews } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const loses = (here: Stage, path: string, times: number, lost: 'before' | 'after' = 'before') => {
  for (let time = 0; time < times; time++) here.service.fail({ path, lost })
}

async function prepared(here: Stage): Promise<void> {
  await expect.poll(() => callsTo(here, '/prepare').length).toBeGreaterThan(0)
}

describe('an opening that another tab began', () => {
  test('behaviour: is awaited through lost responses, without a claim that nothing was authorised', async () => {
    const here = stage()
    await reviews(here)
    await prepared(here)
    here.service.openElsewhere()
    await button(/^Authorise/).click()
    await arrives(here, 'opening')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect
      .element(page.getByText('This takes longer than usual.', { exact: false }).first())
      .toBeVisible()
    loses(here, here.service.session.id, 3)
    const before = here.service.calls.length
    await expect.poll(() => here.service.calls.length).toBeGreaterThanOrEqual(before + 3)
    expect([here.element.phase, heard(here)]).toEqual(['opening', ['ready']])
    expect(button('Cancel').query()).toBeNull()
    here.service.complete()
    await arrives(here, 'complete')
    expect(timesAsked(here, 'typed_data')).toBe(0)
  })

  test('behaviour: the reading of the session may be lost as well', async () => {
    const here = stage()
    await reviews(here)
    await prepared(here)
    here.service.openElsewhere()
    loses(here, here.service.session.id, 3)
    await button(/^Authorise/).click()
    await arrives(here, 'opening')
    here.service.lapse()
    await arrives(here, 'reviewing')
    await expect.element(button('Cancel')).toBeVisible()
  })
})

describe('a signature that this page submitted', () => {
  test('behaviour: every response to it is lost, and the meter can still be stopped without another prompt', async () => {
    const here = stage({ attributes: { redirect: 'none' } })
    await reviews(here)
    await prepared(here)
    loses(here, '/authorise', 3, 'after')
    await button(/^Authorise/).click()
    await expect.element(button('Stop')).toBeVisible()
    expect([here.service.openings, heard(here)]).toEqual([1, ['ready', 'complete', 'signed-in']])
    expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
  })

  test('behaviour: the session is read before the response arrives, and the response still counts', async () => {
    const here = stage({ attributes: { redirect: 'none' } })
    await reviews(here)
    await prepared(here)
    const release = here.service.hold('/authorise', 'answer')
    await button(/^Authorise/).click()
    await expect.poll(() => here.service.session.status).toBe('complete')
    window.dispatchEvent(new Event('focus'))
    await here.element.refresh()
    release()
    await expect.element(button('Stop')).toBeVisible()
    expect([here.service.openings, heard(here)]).toEqual([1, ['ready', 'complete', 'signed-in']])
  })

  test('behaviour: the page is closed before the response, and a new one resumes the meter without a prompt', async () => {
    const first = stage({ attributes: { redirect: 'none' } })
    await reviews(first)
    await prepared(first)
    first.service.hold('/authorise', 'answer')
    await button(/^Authorise/).click()
    await expect.poll(() => first.service.session.status).toBe('complete')
    const here = first.reload()
    here.service.hold('/authorise')()
    await expect.element(button('Stop')).toBeVisible()
    expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
  })
})
