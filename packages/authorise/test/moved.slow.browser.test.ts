import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callsTo } from './asked.ts'
import { arrives, authorises, button, heard, reviews } from './person.ts'
import { stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())
afterEach(() => void vi.useRealTimers())

describe('reloads, tabs, moves', () => {
  test('behaviour: the answer to the opening is lost', async () => {
    const here = stage()
    await reviews(here)
    here.service.fail({ path: '/authorise', lost: 'after' })
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect([here.service.openings, heard(here)]).toEqual([1, ['ready', 'signed-in', 'complete']])
  })

  test('behaviour: the chain is silent for a while', async () => {
    const here = stage()
    await reviews(here)
    here.service.fail({ path: '/authorise', status: 503, code: 'chain_unavailable' })
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
  })

  test('behaviour: a reload while the escrow opens waits on, and signs nothing again', async () => {
    const first = stage({ prepare: service => Object.assign(service, { pendingAnswers: 1_000 }) })
    await authorises(first)
    await arrives(first, 'opening')
    const second = first.reload()
    await arrives(second, 'opening')
    second.service.pendingAnswers = 0
    await arrives(second, 'complete')
    expect(second.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
    expect([second.service.openings, heard(second)]).toEqual([1, ['ready', 'signed-in', 'complete']])
  })

  test('behaviour: another tab completes', async () => {
    const here = stage()
    await reviews(here)
    here.service.complete()
    window.dispatchEvent(new Event('focus'))
    await arrives(here, 'complete')
    window.dispatchEvent(new Event('focus'))
    expect(heard(here)).toEqual(['ready', 'complete'])
  })

  test('behaviour: moved in the page while the wallet is open, nothing happens twice', async () => {
    const here = stage()
    await reviews(here)
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect.poll(() => here.wallet.controls.prompts.at(-1)).toBe('typed_data')
    const other = document.body.appendChild(document.createElement('section'))
    other.append(here.element)
    release()
    await arrives(here, 'complete')
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
  })

  test('behaviour: kept by a page that replaces everything around it, while the wallet is open', async () => {
    const here = stage()
    await reviews(here)
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect.poll(() => here.wallet.controls.prompts.at(-1)).toBe('typed_data')
    const body = document.createElement('section')
    document.body.replaceChildren(body)
    // Turbo awaits its own rendering before it puts a permanent element back.
    for (let step = 0; step < 10; step++) await null
    body.append(here.element)
    await here.element.updateComplete
    expect(here.element.phase).toBe('signing')
    release()
    await arrives(here, 'complete')
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
  })

  test('behaviour: taken off the page it asks nothing more; put back it begins again', async () => {
    const here = stage()
    await reviews(here)
    here.element.remove()
    await new Promise(resolve => setTimeout(resolve))
    const calls = here.service.calls.length
    window.dispatchEvent(new Event('focus'))
    expect(here.service.calls.length).toBe(calls)
    document.body.append(here.element)
    await arrives(here, 'choosing')
    expect(heard(here)).toEqual(['ready'])
  })

  test('behaviour: a wallet that signs after the element came back is told of, and handed in without another prompt', async () => {
    const here = stage({ attributes: { redirect: 'none' } })
    await reviews(here)
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect.poll(() => here.wallet.controls.prompts.at(-1)).toBe('typed_data')
    here.element.remove()
    await new Promise(resolve => setTimeout(resolve))
    document.body.append(here.element)
    await arrives(here, 'reviewing')
    release()
    await expect.element(page.getByText(/You have signed for at most \$0\.9972/)).toBeVisible()
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
  })

  test('behaviour: given another service while it is off the page, it asks nothing before it is back', async () => {
    const here = stage()
    await arrives(here, 'choosing')
    here.element.remove()
    await here.element.updateComplete
    const asked = () => callsTo(here, here.service.session.id).length
    here.element.baseUrl = '/elsewhere/..'
    await here.element.updateComplete
    expect(asked()).toBe(1)
    document.body.append(here.element)
    await arrives(here, 'choosing')
    expect(asked()).toBe(2)
  })

  test('behaviour: without a session since it was taken off, it asks nothing when it is back', async () => {
    const here = stage()
    await arrives(here, 'choosing')
    here.element.remove()
    await here.element.updateComplete
    here.element.session = null
    await here.element.updateComplete
    const calls = here.service.calls.length
    document.body.append(here.element)
    await arrives(here, 'loading')
    expect(here.service.calls.length).toBe(calls)
  })

  test('behaviour: a page that takes it off when it is complete is not left', async () => {
    const here = stage()
    await reviews(here)
    const gone = new Promise(resolve =>
      here.element.addEventListener('billing-authorise-complete', () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        here.element.remove()
        resolve(null)
      }),
    )
    await button(/^Authorise/).click()
    await gone
    await vi.advanceTimersByTimeAsync(1_000)
    expect(here.visited).toEqual([])
  })
})
