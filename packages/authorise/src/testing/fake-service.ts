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
  /** Where the merchant is paid, as the next prepare says it. */
  payee: Address = PAYEE
  /** Seconds the service's clock is ahead of the device's. */
  ahead = 0
  frozen = false
  /** How many authorise calls answer with the session still open, the opening being in flight. */
  pendingAnswers = 0
  /** Changes an answer on its way to the page, as a lying service would; `path` is where it was asked for. */
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

  /** How many meters were opened. More than one is one too many. */
  get openings(): number {
    return this.#checkout.openings
  }

  now(): number {
    return Math.floor(Date.now() / 1000) + this.ahead
  }

  /** The next call whose path ends so fails like this. */
  fail(fault: Fault): void {
    this.#network.fail(fault)
  }

  /**
   * Keeps calls whose path ends so waiting until the returned function is called: before they reach the service, or with their
   * answer, which then tells how things were when they were asked.
   */
  hold(path: string, at: 'request' | 'answer' = 'request'): () => void {
    return this.#network.hold(path, at)
  }

  paths(): string[] {
    return this.calls.map(call => `${call.method} ${call.path}`)
  }

  /** The session as another tab would leave it; or the opening in flight comes to its end. */
  complete(): void {
    this.openElsewhere()
    this.#checkout.open(this.now())
  }

  /** As if another tab had handed in its signature: the opening is in flight until {@link complete} or {@link lapse}. */
  openElsewhere(): void {
    if (this.session.status === 'complete') return
    this.#checkout.acceptElsewhere({ chain: this.chain, payee: this.payee, now: this.now() })
  }

  /** The opening in flight came to nothing. */
  lapse(): void {
    this.#checkout.release()
  }

  expire(): void {
    this.session.status = 'expired'
  }

  /** As if the next wallet to sign in were the one that authorised. */
  forgetPayer(): void {
    this.#checkout.forgetPayer()
  }

  revokeTokens(): void {
    this.#tokens.clear()
  }

  /** Lets the meter run: seconds of use, and what of them is settled. The service's clock moves on where they have not passed yet. */
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
