import { depositInBaseUnits, rateInTermsUnits } from '@per-second/protocol/money'
import type { Subscription } from '@per-second/protocol/types'
import type { BillingAuthorise } from '../billing-authorise.ts'
import { announceTestWallet } from './announce-wallet.ts'
import type { FakeService } from './fake-service.ts'
import { startTestCheckout, type TestCheckout, type TestCheckoutOptions } from './test-checkout.ts'

/** Every phase of the element, and every state of a complete checkout's meter. */
export const TEST_PHASES = [
  'loading',
  'unavailable',
  'choosing',
  'choosing_wallet',
  'connecting',
  'signing_in',
  'reviewing',
  'signing',
  'opening',
  'complete',
  'meter_waiting',
  'meter_running',
  'meter_paused',
  'meter_past_due',
  'meter_ended',
  'meter_canceled',
  'expired',
  'canceled',
  'error',
] as const

export type TestPhase = (typeof TEST_PHASES)[number]

const PATIENCE_MS = 10_000

/**
 * Gives the element a checkout and acts as a person would, until it shows `phase`. The element is the real one. It stays on the page
 * (`redirect` is set to `none`). Rejects when it does not show the phase within 10 s.
 */
export async function showPhase(
  element: BillingAuthorise,
  phase: TestPhase,
  options: TestCheckoutOptions = {},
): Promise<TestCheckout> {
  const startMode = phase === 'meter_waiting' ? 'merchant' : options.startMode
  const started = startTestCheckout({ ...options, ...(startMode && { startMode }) })
  const checkout = phase === 'choosing_wallet' ? withOtherWallet(started) : started
  const { service } = checkout
  service.frozen = phase !== 'meter_running'
  if (phase === 'loading') service.hold(checkout.session)
  if (phase === 'expired') service.expire()
  if (phase === 'complete' || phase === 'signing_in') service.complete()
  if (phase === 'opening') service.pendingAnswers = Number.POSITIVE_INFINITY
  if (phase === 'error') checkout.wallet.controls.setBalance(halfOfDeposit(options))
  element.redirect = 'none'
  element.baseUrl = checkout.baseUrl
  element.session = phase === 'unavailable' ? 'cs_test_unknown' : checkout.session
  try {
    await advance(element, checkout, phase)
  } catch (error) {
    checkout.stop()
    throw error
  }
  return checkout
}

/** A single wallet is used without a list. */
function withOtherWallet(checkout: TestCheckout): TestCheckout {
  const other = announceTestWallet({ name: 'Another wallet', rdns: 'test.per-second.other', keepsKey: false })
  return {
    ...checkout,
    stop() {
      other.remove()
      checkout.stop()
    },
  }
}

/** A balance for half of the duration. */
function halfOfDeposit({ rate = '0.000277', cap = 3_600 }: TestCheckoutOptions): bigint {
  return depositInBaseUnits(rateInTermsUnits(rate), cap) / 2n
}

/** Acts as a person: waits until a control is on screen, then uses it. */
async function advance(element: BillingAuthorise, checkout: TestCheckout, phase: TestPhase): Promise<void> {
  const { service, wallet } = checkout
  const find = (selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector) ?? null
  // The phase changes before the screen. Until the words are there, the placeholder is.
  const isDrawn = () => find('.card > *') !== null && find('.bone') === null
  const sees = (seen: string) =>
    until(
      () => element.phase === seen && (seen === 'loading' || isDrawn()),
      () => `the phase is ${element.phase}, not ${seen}`,
    )
  const usable = async (selector: string) => {
    const isUsable = () => {
      const control = find(selector)
      return control !== null && !control.matches(':disabled') && control.ariaDisabled !== 'true'
    }
    await until(isUsable, () => `there is no ${selector} to use`)
    return find(selector) as HTMLInputElement
  }
  const presses = async (selector: string) => (await usable(selector)).click()
  if (phase === 'loading' || phase === 'unavailable' || phase === 'expired' || phase === 'complete')
    return sees(phase)
  await sees(phase === 'signing_in' ? 'complete' : 'choosing')
  if (phase === 'choosing') return
  if (phase === 'canceled') await presses('button.cancel')
  if (phase === 'canceled') return sees('canceled')
  if (phase === 'connecting') wallet.controls.hold()
  await presses('button.primary')
  if (phase === 'choosing_wallet') return void (await usable('button.wallet'))
  await choosesWallet(element, wallet.name)
  if (phase === 'connecting' || phase === 'signing_in') return sees(phase)
  await sees('reviewing')
  const email = await usable('input.email')
  email.value = 'ada@example.com'
  email.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  if (phase === 'reviewing') return
  if (phase === 'signing') wallet.controls.hold()
  await presses('button.primary')
  if (phase === 'signing' || phase === 'opening' || phase === 'error') return sees(phase)
  await sees('complete')
  useMeter(service, phase)
  window.dispatchEvent(new Event('focus'))
  if (phase === 'meter_canceled') {
    await presses('button.stop')
    await presses('button.danger')
  }
  const status = phase.replace('meter_', '')
  await until(
    () => element.meter === status,
    () => `the meter is not ${status}`,
  )
}

/** Chooses from several wallets. A single one is used without a list. */
async function choosesWallet(element: BillingAuthorise, name: string): Promise<void> {
  const list = () => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('button.wallet') ?? [])]
  const isBeyond = () => !['choosing', 'complete'].includes(element.phase)
  await until(
    () => isBeyond() || list().length > 0,
    () => 'there is no wallet to choose',
  )
  // Other checkouts of the page may have left wallets of the same name. The last one belongs to this checkout.
  list()
    .findLast(button => button.textContent?.trim().startsWith(name))
    ?.click()
}

/** Lets the meter count, until it is in the state of this phase. */
function useMeter(service: FakeService, phase: TestPhase): void {
  const { max_duration_seconds: cap = 0, max_escrow_usd: settled_usd = '0' } = service.subscription ?? {}
  const changes: Partial<Record<TestPhase, Partial<Subscription>>> = {
    meter_paused: { status: 'paused', paused_at: service.now() },
    meter_past_due: { status: 'past_due' },
    meter_ended: { status: 'ended', billed_seconds: cap, settled_usd, refunded_usd: '0' },
  }
  service.use(phase === 'meter_waiting' ? 0 : Math.floor(cap / 3), changes[phase])
  if (phase === 'meter_ended') service.use(cap, { ended_at: service.now() })
}

async function until(holds: () => boolean, otherwise: () => string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`After ${PATIENCE_MS} ms ${otherwise()}.`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
