import { testEscrowAddress } from '@per-second/contracts/addresses'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { encodeStop } from '../src/wallet/encode-stop.ts'
import { arrives, button } from './person.ts'
import { connectsTo, press, says, type Watched, watched, wordsOf } from './signed-here.ts'
import type { Stage } from './stage.ts'

const EXIT = `${location.origin}/exit.html`
const THERE = `${EXIT}#escrow=${testEscrowAddress}&chain=31337`

beforeEach(() => document.body.replaceChildren())
afterEach(() => void vi.useRealTimers())

const stops = () => button('Stop on the network')

/** The targets of the visible links to the exit while Details is closed. */
function exits({ element }: Stage): string[] {
  const links = element.shadowRoot?.querySelectorAll<HTMLAnchorElement>('[part="exit"]') ?? []
  return [...links].filter(link => !link.closest('details')).map(({ href }) => href)
}

/** Time passes without a response. */
async function passes(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  vi.useRealTimers()
}

/** A meter signed in this browser runs, on a page with an exit. */
async function runs(): Promise<Watched> {
  const watch = watched()
  watch.here.element.setAttribute('exit-url', EXIT)
  await connectsTo(watch.here)
  await press(watch.here)
  await expect.poll(() => watch.here.element.meter).toBe('running')
  expect(exits(watch.here)).toEqual([])
  return watch
}

function reloaded({ here }: Watched): Stage {
  const again = here.reload()
  again.element.setAttribute('exit-url', EXIT)
  return again
}

/** The browser has lost its record of the signature, and still has its token. */
function forgets({ names, storage }: Watched): void {
  for (const name of names()) storage.erase(name)
}

async function stopsItself(watch: Watched, here: Stage): Promise<void> {
  const terms = watch.lock()?.terms
  await stops().click()
  await says(here, 'Stopped on the network.')
  expect(here.wallet.controls.transactions).toEqual([
    { to: testEscrowAddress, data: terms && encodeStop(terms) },
  ])
}

async function pressesStop({ element }: Stage): Promise<void> {
  await button('Stop').click()
  await expect.element(button('Stop now')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  element.shadowRoot?.querySelector<HTMLElement>('.confirm .danger')?.click()
}

describe('a Stop without a response', () => {
  test('default: after ten seconds without a response both exits are offered', async () => {
    const watch = await runs()
    watch.here.service.hold('/cancel')
    await pressesStop(watch.here)
    await passes(10_000)
    await expect.element(stops()).toBeVisible()
    expect(exits(watch.here)).toEqual([THERE])
    await stopsItself(watch, watch.here)
    // The remainder is returned from there, a day later.
    expect(exits(watch.here)).toEqual([THERE])
  })

  test('behaviour: also if it refuses connections', async () => {
    const watch = await runs()
    for (let time = 0; time < 3; time++) watch.here.service.fail({ path: '/cancel', lost: 'before' })
    await pressesStop(watch.here)
    await passes(10_000)
    await expect.element(stops()).toBeVisible()
    expect(exits(watch.here)).toEqual([THERE])
    await stopsItself(watch, watch.here)
  })

  test('behaviour: a refusal in the wallet keeps the exits, also once the service responds again', async () => {
    const watch = await runs()
    const { here } = watch
    for (let time = 0; time < 3; time++) here.service.fail({ path: '/cancel', lost: 'before' })
    await button('Stop').click()
    await button('Stop now').click()
    here.wallet.controls.answer('transaction', 'reject')
    await stops().click()
    await says(here, 'You declined in your wallet.')
    await says(here, 'The service does not answer.')
    await expect.element(stops()).not.toHaveAttribute('aria-disabled')
    await here.element.refresh()
    await expect.poll(() => wordsOf(here)).not.toContain('The service does not answer.')
    here.wallet.controls.answer('transaction', 'approve')
    await stopsItself(watch, here)
    expect(wordsOf(here)).not.toContain('You declined in your wallet.')
  })

  test('behaviour: without a record, the card leads to the exit instead of advising to wait', async () => {
    const watch = await runs()
    forgets(watch)
    const here = reloaded(watch)
    await expect.poll(() => here.element.meter).toBe('running')
    here.service.hold('/cancel')
    await pressesStop(here)
    await passes(10_000)
    await says(here, 'The service does not answer.')
    expect([exits(here), stops().query()]).toEqual([[THERE], null])
    expect(wordsOf(here)).not.toContain('there is nothing to do')
  })
})

describe('a page that is opened while the service hangs', () => {
  /** The subscriber returns, and the session is requested in vain. */
  function comesBack(watch: Watched): { here: Stage; answer: () => void } {
    const answer = watch.here.service.hold(`/${watch.here.service.session.id}`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return { here: reloaded(watch), answer }
  }

  test('default: a meter of this browser can be stopped after ten seconds', async () => {
    const watch = await runs()
    const { here } = comesBack(watch)
    await passes(10_000)
    await arrives(here, 'unavailable')
    await says(here, 'The service does not answer.')
    expect(exits(here)).toEqual([THERE])
    await stopsItself(watch, here)
  })

  test('behaviour: a late response is accepted', async () => {
    const { here, answer } = comesBack(await runs())
    await passes(10_000)
    await arrives(here, 'unavailable')
    answer()
    await expect.poll(() => here.element.meter).toBe('running')
    expect(exits(here)).toEqual([])
  })

  test('behaviour: without a record, the card leads to the exit', async () => {
    const watch = await runs()
    forgets(watch)
    const { here } = comesBack(watch)
    await passes(10_000)
    await arrives(here, 'unavailable')
    await expect.poll(() => exits(here)).toEqual([EXIT])
  })

  test('behaviour: a browser without a meter gets the exit, too, and a late response is accepted', async () => {
    const watch = watched()
    const { here, answer } = comesBack(watch)
    await passes(10_000)
    await arrives(here, 'unavailable')
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.poll(() => exits(here)).toEqual([EXIT])
    answer()
    await arrives(here, 'choosing')
  })
})

test('behaviour: a meter that the service never reported can be stopped', async () => {
  const watch = watched()
  const { here } = watch
  here.element.setAttribute('exit-url', EXIT)
  await connectsTo(here)
  here.service.hold('/authorise')
  here.wallet.controls.setOpening({ isKnown: false, isNonceUsed: false })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await press(here)
  await vi.waitUntil(() => here.element.phase === 'opening')
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  await passes(10_000)
  await says(here, '$0.9972 is held safely for this order.')
  expect(exits(here)).toEqual([THERE])
  await stopsItself(watch, here)
})

test('behaviour: also if it has refused connections since', async () => {
  const watch = watched()
  const { here } = watch
  here.element.setAttribute('exit-url', EXIT)
  await connectsTo(here)
  for (let time = 0; time < 3; time++) here.service.fail({ path: '/authorise', lost: 'before' })
  await press(here)
  await arrives(here, 'error')
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  // In a page, a timer does this every ten seconds.
  await here.element.refresh()
  await says(here, '$0.9972 is held safely for this order.')
  expect(exits(here)).toEqual([THERE])
  await stopsItself(watch, here)
})

test('behaviour: a sign-in without a response does not block the stop', async () => {
  const watch = await runs()
  watch.here.service.revokeTokens()
  window.dispatchEvent(new Event('focus'))
  await button('Connect wallet').click()
  watch.here.service.hold('/challenge')
  await expect.element(button('Sign in')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  watch.here.element.shadowRoot?.querySelector<HTMLElement>('.primary')?.click()
  await passes(10_000)
  await expect.element(stops()).toBeVisible()
  expect(exits(watch.here)).toEqual([THERE])
  await stopsItself(watch, watch.here)
})

test('behaviour: without exit-url there is no link, and the payer’s own stop all the same', async () => {
  const watch = await runs()
  watch.here.element.removeAttribute('exit-url')
  watch.here.service.hold('/cancel')
  await pressesStop(watch.here)
  await passes(10_000)
  await expect.element(stops()).toBeVisible()
  expect(exits(watch.here)).toEqual([])
})
