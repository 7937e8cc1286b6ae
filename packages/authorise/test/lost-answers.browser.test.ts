import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { callsTo, timesAsked } from './asked.ts'
import { arrives, button, heard, signsIn } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const alert = () => page.getByRole('alert')

const loses = (here: Stage, path: string, times: number, lost: 'before' | 'after' = 'before') => {
  for (let time = 0; time < times; time++) here.service.fail({ path, lost })
}

async function prepared(here: Stage): Promise<void> {
  await expect.poll(() => callsTo(here, '/prepare').length).toBeGreaterThan(0)
}

describe('an opening that another tab began', () => {
  test('behaviour: is waited for through lost answers, without a word that nothing was authorised', async () => {
    const here = stage()
    await signsIn(here)
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
    await expect.poll(() => here.service.calls.length, { timeout: 20_000 }).toBeGreaterThan(before + 3)
    expect([here.element.phase, heard(here)]).toEqual(['opening', ['ready', 'signed-in']])
    expect(button('Cancel').query()).toBeNull()
    here.service.complete()
    await arrives(here, 'complete')
    expect(timesAsked(here, 'typed_data')).toBe(0)
  })

  test('behaviour: the question what became of the session may be lost as well', async () => {
    const here = stage()
    await signsIn(here)
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

describe('a sign-out that is lost', () => {
  test.each(['before', 'after'] as const)(
    'behaviour: %s it reached the service, the claim is given up before the next account signs in',
    async lost => {
      const here = stage()
      await signsIn(here)
      await prepared(here)
      loses(here, '/sign_out', 3, lost)
      here.wallet.controls.changeAccount()
      await arrives(here, 'signing_in')
      await expect.poll(() => callsTo(here, '/sign_out').length).toBe(3)
      await button('Sign in').click()
      await arrives(here, 'reviewing')
      await button(/^Authorise/).click()
      await arrives(here, 'complete')
      expect(callsTo(here, '/sign_out').length).toBe(4)
    },
  )

  test('behaviour: an answer of somebody in between is none', async () => {
    const here = stage()
    await signsIn(here)
    await prepared(here)
    here.service.fail({ path: '/sign_out', status: 403, code: 'http_403' })
    here.wallet.controls.changeAccount()
    await arrives(here, 'signing_in')
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    expect(callsTo(here, '/sign_out').length).toBe(2)
  })

  test('behaviour: lost again, it is said, and tried again', async () => {
    const here = stage()
    await signsIn(here)
    await prepared(here)
    loses(here, '/sign_out', 6)
    here.wallet.controls.changeAccount()
    await arrives(here, 'signing_in')
    await button('Sign in').click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('The service does not answer.')
    await button('Try again').click()
    await arrives(here, 'reviewing')
  })

  test('behaviour: a reload does not forget it', async () => {
    const first = stage()
    await signsIn(first)
    await prepared(first)
    loses(first, '/sign_out', 3)
    first.wallet.controls.changeAccount()
    await expect.poll(() => callsTo(first, '/sign_out').length).toBe(3)
    await arrives(first, 'signing_in')
    const here = first.reload()
    await signsIn(here)
    expect(callsTo(here, '/sign_out').length).toBe(4)
  })
})
