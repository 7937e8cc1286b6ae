import type { Address, Chain, CheckoutSession, Subscription } from '@per-second/protocol/types'
import { fakeChain } from './fake-authorisation.ts'
import { FakeCheckout } from './fake-checkout.ts'
import { type FakeCall, FakeNetwork, type FakeRequest, type Fault, type Refused } from './fake-network.ts'
import { FakeRefusal } from './fake-refusal.ts'
import { answerRoute } from './fake-routes.ts'
import { type FakeServiceOptions, fakeSession } from './fake-session.ts'
import { FakeTokens } from './fake-tokens.ts'

const PAYEE: Address = '0x3333333333333333333333333333333333333333'

export type { FakeCall } from './fake-network.ts'

/** The client routes in memory, behind `fetch`: the element's HTTP is real up to the network. */
export class FakeService {
  chain: Chain
  /** The merchant's payee in the next draft. */
  payee: Address = PAYEE
  /** Seconds the service's clock is ahead of the device's. */
  ahead = 0
  frozen = false
  /** The number of authorise calls that still return an open session, while the opening is pending. */
  pendingAnswers = 0
  /** Changes a response on its way to the page, as a lying service would. `path` is the path of the request. */
  lie: (answer: Record<string, unknown>, path: string) => void = () => undefined
  readonly #checkout: FakeCheckout
  readonly #old: FakeService | null
  readonly #tokens = new FakeTokens()
  readonly #network = new FakeNetwork(
    request => this.#answer(request),
    refusal => this.#error(refusal),
  )

  constructor(options: FakeServiceOptions = {}) {
    this.#old = options.carriesOn ?? null
    this.#checkout = new FakeCheckout(fakeSession(options), this.#old)
    this.chain = fakeChain(this.session, options)
  }

  /** Every call so far, oldest first. */
  get calls(): FakeCall[] {
    return this.#network.calls
  }

  get session(): CheckoutSession {
    return this.#checkout.session
  }

  /** The meter, once a signature is accepted. */
  get subscription(): Subscription | null {
    return this.#checkout.subscription
  }

  /** The number of opened meters. More than one is an error. */
  get openings(): number {
    return this.#checkout.openings
  }

  now(): number {
    return Math.floor(Date.now() / 1000) + this.ahead
  }

  /** Fails the next call whose path ends in the fault's. */
  fail(fault: Fault): void {
    this.#network.fail(fault)
  }

  /**
   * Holds calls whose path ends in `path` until the returned function is called: before they reach the service, or at their response,
   * which then describes the state at the request.
   */
  hold(path: string, at: 'request' | 'answer' = 'request'): () => void {
    return this.#network.hold(path, at)
  }

  paths(): string[] {
    return this.calls.map(call => `${call.method} ${call.path}`)
  }

  /** Completes the session as another tab would, or the pending opening. */
  complete(): void {
    this.openElsewhere()
    this.#checkout.open(this.now())
  }

  /** Submits another tab's signature. The opening is pending until {@link complete} or {@link lapse}. */
  openElsewhere(): void {
    if (this.session.status === 'complete') return
    this.#checkout.acceptElsewhere({ chain: this.chain, payee: this.payee, now: this.now() })
  }

  /** The pending opening failed. */
  lapse(): void {
    this.#checkout.release()
  }

  expire(): void {
    this.session.status = 'expired'
  }

  /** Makes the next wallet that signs in the payer. */
  forgetPayer(): void {
    this.#checkout.forgetPayer()
  }

  revokeTokens(): void {
    this.#tokens.clear()
  }

  /** Lets the meter run for some seconds, and settles a part. Moves the service's clock forward if those seconds have not passed. */
  use(seconds: number, change: Partial<Subscription> = {}): void {
    const { subscription } = this
    if (!subscription) throw new Error('no subscription')
    const passed = this.now() - (subscription.started_at ?? this.now())
    this.ahead += Math.max(0, Math.ceil(seconds) - passed)
    Object.assign(subscription, { elapsed_seconds: seconds }, change)
  }

  readonly fetch: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const isOld = [this.#old?.session.id, this.#old?.subscription?.id].some(id =>
      pathname.split('/').includes(id ?? ' '),
    )
    return this.#old && isOld ? this.#old.fetch(input, init) : this.#network.fetch(input, init)
  }

  #answer(request: FakeRequest): Response {
    try {
      const answer = answerRoute(request, {
        checkout: this.#checkout,
        tokens: this.#tokens,
        chain: this.chain,
        payee: this.payee,
        now: this.now(),
        isOpeningIncluded: () => this.pendingAnswers <= 0 || this.pendingAnswers-- <= 0,
      })
      return this.#json(answer, request.path)
    } catch (error) {
      if (error instanceof FakeRefusal) return this.#error(error)
      throw error
    }
  }

  #json(value: object, path: string): Response {
    const answer = structuredClone(value) as Record<string, unknown>
    this.lie(answer, path)
    const cap = path.endsWith(this.session.id) ? this.#checkout.capFixedBy : null
    return this.#respond(answer, 200, cap === null ? {} : { 'billing-cap': cap })
  }

  #error({ status, code, param = null }: Refused): Response {
    const type = status === 401 ? 'authentication_error' : 'invalid_request_error'
    return this.#respond({ error: { type, message: 'no', code, ...(param && { param }) } }, status)
  }

  #respond(value: object, status: number, headers: Record<string, string> = {}): Response {
    const clock = `${this.now()}${this.frozen ? ';frozen' : ''}`
    const given = { 'content-type': 'application/json', 'billing-clock': clock, ...headers }
    return new Response(JSON.stringify(value), { status, headers: given })
  }
}
