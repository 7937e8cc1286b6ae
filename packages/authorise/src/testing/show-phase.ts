import { depositInBaseUnits, rateInTermsUnits } from '@per-second/protocol/money'
import type { BillingAuthorise } from '../billing-authorise.ts'
import { announceTestWallet } from './announce-wallet.ts'
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
    await advance(new Person(element, checkout), phase)
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

async function advance(person: Person, phase: TestPhase): Promise<void> {
  if (phase === 'loading' || phase === 'unavailable' || phase === 'expired' || phase === 'complete') {
    return person.sees(phase)
  }
  if (phase === 'signing_in') {
    await person.sees('complete')
    await person.presses('button.primary')
    await person.choosesWallet()
    return person.sees('signing_in')
  }
  await person.sees('choosing')
  if (phase === 'choosing') return
  if (phase === 'canceled') {
    await person.presses('button.cancel')
    return person.sees('canceled')
  }
  if (phase === 'connecting') person.holdsWallet()
  await person.presses('button.primary')
  if (phase === 'choosing_wallet') return void (await person.finds('button.wallet'))
  await person.choosesWallet()
  if (phase === 'connecting') return person.sees('connecting')
  await person.sees('reviewing')
  await person.writes('input.email', 'ada@example.com')
  if (phase === 'reviewing') return
  if (phase === 'signing') person.holdsWallet()
  await person.presses('button.primary')
  if (phase === 'signing' || phase === 'opening' || phase === 'error') return person.sees(phase)
  await person.sees('complete')
  await advanceMeter(person, phase)
}

async function advanceMeter(person: Person, phase: TestPhase): Promise<void> {
  const { service } = person.checkout
  const cap = service.subscription?.max_duration_seconds ?? 0
  const maximum = service.subscription?.max_escrow_usd ?? '0'
  service.use(phase === 'meter_waiting' ? 0 : Math.floor(cap / 3))
  if (phase === 'meter_paused') service.use(cap / 3, { status: 'paused', paused_at: service.now() })
  if (phase === 'meter_past_due') service.use(cap / 3, { status: 'past_due' })
  if (phase === 'meter_ended') {
    service.use(cap, {
      status: 'ended',
      ended_at: service.now(),
      billed_seconds: cap,
      settled_usd: maximum,
      refunded_usd: '0',
    })
  }
  window.dispatchEvent(new Event('focus'))
  if (phase === 'meter_canceled') {
    await person.presses('button.stop')
    await person.presses('button.danger')
  }
  const status = phase.replace('meter_', '')
  await until(() => person.element.meter === status, `the meter is not ${status}`)
}

/** Acts as a person: waits until a control is on screen, then uses it. */
class Person {
  readonly element: BillingAuthorise
  readonly checkout: TestCheckout

  constructor(element: BillingAuthorise, checkout: TestCheckout) {
    this.element = element
    this.checkout = checkout
  }

  sees(phase: string): Promise<void> {
    return until(
      () => this.element.phase === phase && (phase === 'loading' || this.#isDrawn()),
      `the phase is ${this.element.phase}, not ${phase}`,
    )
  }

  async finds(selector: string): Promise<HTMLElement> {
    await until(() => this.#isUsable(this.#find(selector)), `there is no ${selector} to use`)
    return this.#find(selector) as HTMLElement
  }

  async presses(selector: string): Promise<void> {
    const button = await this.finds(selector)
    button.click()
  }

  async writes(selector: string, text: string): Promise<void> {
    const field = (await this.finds(selector)) as HTMLInputElement
    field.value = text
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  }

  /** Chooses from several wallets. A single one is used without a list. */
  async choosesWallet(): Promise<void> {
    const { name } = this.checkout.wallet
    const list = () => [...(this.element.shadowRoot?.querySelectorAll<HTMLElement>('button.wallet') ?? [])]
    const isBeyond = () => !['choosing', 'complete'].includes(this.element.phase)
    await until(() => isBeyond() || list().length > 0, 'there is no wallet to choose')
    // Other checkouts of the page may have left wallets of the same name. The last one belongs to this checkout.
    list()
      .findLast(button => button.textContent?.trim().startsWith(name))
      ?.click()
  }

  holdsWallet(): void {
    this.checkout.wallet.controls.hold()
  }

  #find(selector: string): HTMLElement | null {
    return this.element.shadowRoot?.querySelector<HTMLElement>(selector) ?? null
  }

  /** The phase changes before the screen. Until the words are there, the placeholder is. */
  #isDrawn(): boolean {
    return this.#find('.card > *') !== null && this.#find('.bone') === null
  }

  #isUsable(element: HTMLElement | null): boolean {
    return element !== null && !element.matches(':disabled') && element.ariaDisabled !== 'true'
  }
}

async function until(holds: () => boolean, otherwise: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`After ${PATIENCE_MS} ms ${otherwise}.`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
