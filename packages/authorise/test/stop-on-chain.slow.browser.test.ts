import { testEscrowAddress } from '@per-second/contracts/addresses'
import { beforeEach, expect, test, vi } from 'vitest'
import { encodeStop } from '../src/wallet/encode-stop.ts'
import { WalletError } from '../src/wallet/wallet.ts'
import { arrives, button } from './person.ts'
import { asksInVain, press, says, sees, signsInVain, watched, wordsOf } from './signed-here.ts'

beforeEach(() => document.body.replaceChildren())

const stop = () => button('Stop on the network')

test('default: a known meter is stopped by its payer', async () => {
  const watch = watched()
  const { here } = watch
  await asksInVain(watch)
  const lock = watch.lock()
  sees(watch, { block: -600, device: -600, isKnown: true })
  await press(here)
  await stop().click()
  await says(here, 'Stopped on the network.')
  expect(here.wallet.controls.transactions).toEqual([
    { to: testEscrowAddress, data: lock && encodeStop(lock.terms) },
  ])
  expect(stop().query()).toBeNull()
})

test('behaviour: it is shown only once the chain has it, and requested once', async () => {
  const watch = watched()
  const { here } = watch
  await asksInVain(watch)
  sees(watch, { block: -600, device: -600, isKnown: true })
  await press(here)
  await expect.element(stop()).not.toHaveAttribute('aria-disabled')
  const answer = here.wallet.controls.hold()
  const include = here.wallet.controls.holdBlocks()
  await stop().click()
  await expect.element(stop()).toHaveAttribute('aria-disabled', 'true')
  ;(stop().element() as HTMLElement).click()
  answer()
  await says(here, 'Stopping…')
  await expect.element(stop()).toHaveAttribute('aria-disabled', 'true')
  ;(stop().element() as HTMLElement).click()
  include()
  await says(here, 'Stopped on the network.')
  expect(stop().query()).toBeNull()
  expect(here.wallet.controls.transactions.length).toBe(1)
})

test('behaviour: it continues beside another try, and during a failure of the wallet’s reads', async () => {
  const watch = watched()
  const { here } = watch
  await signsInVain(watch)
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  watch.clock.now += 1_200
  await here.element.refresh()
  const include = here.wallet.controls.holdBlocks()
  await stop().click()
  await says(here, 'Stopping…')
  const { readOpening } = here.wallet
  here.wallet.readOpening = async () => {
    here.wallet.readOpening = readOpening
    throw new WalletError('wallet_failed', 'no answer')
  }
  here.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
  await press(here)
  await arrives(here, 'error')
  await says(here, 'Stopping…')
  include()
  await says(here, 'Stopped on the network.')
})

test('behaviour: a chain without it after two minutes is reported, and it can be tried again', async () => {
  const watch = watched()
  const { here } = watch
  await asksInVain(watch)
  sees(watch, { block: -600, device: -600, isKnown: true })
  await press(here)
  const include = here.wallet.controls.holdBlocks()
  await expect.element(stop()).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    stop().element().dispatchEvent(new MouseEvent('click'))
    await vi.advanceTimersByTimeAsync(120_000)
  } finally {
    vi.useRealTimers()
  }
  await says(here, 'The network cannot be reached just now.')
  include()
  await stop().click()
  await says(here, 'Stopped on the network.')
})

test('behaviour: a refusal is reported, and it can be tried again', async () => {
  const watch = watched()
  const { here } = watch
  await asksInVain(watch)
  sees(watch, { block: -600, device: -600, isKnown: true })
  await press(here)
  await expect.element(stop()).toBeVisible()
  here.wallet.controls.answer('transaction', 'reject')
  await stop().click()
  await says(here, 'You declined in your wallet.')
  here.wallet.controls.answer('transaction', 'approve')
  await stop().click()
  await says(here, 'Stopped on the network.')
})

test('behaviour: after a reload, while the service refuses the signature', async () => {
  const watch = watched()
  const { here } = watch
  await signsInVain(watch)
  sees(watch, { block: -600, device: -600, isKnown: true })
  here.service.fail({ path: '/authorise', status: 400, code: 'payer_frozen' })
  watch.clock.now += 1_200
  await here.element.refresh()
  await says(here, '$0.9972 is held safely for this order.')
  const again = here.reload()
  await arrives(again, 'error')
  await stop().click()
  await says(again, 'Stopped on the network.')
  expect([again.wallet.controls.transactions.length, watch.asked.length]).toEqual([1, 1])
})

test('behaviour: after Cancel as well', async () => {
  const watch = watched()
  const { here } = watch
  await asksInVain(watch)
  sees(watch, { block: -600, device: -600, isKnown: true })
  await press(here)
  await expect.element(stop()).toBeVisible()
  await button('Cancel').click()
  await arrives(here, 'canceled')
  await stop().click()
  await says(here, 'Stopped on the network.')
  expect(wordsOf(here)).not.toContain('nothing was charged')
})

test.each([
  ['locks and is unlocked again', true, []],
  ['locks, and asks to be connected', false, ['connect']],
])('behaviour: with a wallet that %s', async (_name, isUnlocked, prompts) => {
  const watch = watched()
  const { here } = watch
  await signsInVain(watch)
  sees(watch, { block: -600, device: -600, isKnown: true })
  watch.clock.now += 1_200
  await here.element.refresh()
  await expect.element(stop()).toBeVisible()
  const { controls } = here.wallet
  const before = controls.prompts.length
  controls.lock()
  if (isUnlocked) controls.share()
  await stop().click()
  await says(here, 'Stopped on the network.')
  expect(controls.prompts.slice(before)).toEqual([...prompts, 'transaction'])
})
