import {
  dueInBaseUnits,
  exactCost,
  rateInTermsUnits,
  subtractDecimals,
  usdFromBaseUnits,
} from '@per-second/protocol/money'
import { signInText } from '@per-second/protocol/sign-in'
import type {
  Address,
  Chain,
  CheckoutSession,
  PreparedAuthorisation,
  Subscription,
} from '@per-second/protocol/types'
import { FAKE_CHAIN, fakeAuthorisation } from './fake-authorisation.ts'
import { type FakeServiceOptions, fakeSession } from './fake-session.ts'
import { fakeSubscription } from './fake-subscription.ts'

const PAYEE: Address = '0x3333333333333333333333333333333333333333'
const TX_HASH = `0x${'ab'.repeat(32)}` as const
/** Lifetimes as the real service has them, in seconds (design, sections 5 and 6; protocol rules, section 4). */
const TOKEN_SECONDS = 1_800
const SIGN_BY_SECONDS = 1_800
const REUSE_TERMS_SECONDS = 300

export type FakeCall = { method: string; path: string; body: unknown; token: string | null }

type Fault = { path: string; status: number; code: string } | { path: string; lost: 'before' | 'after' }

/** The client routes in memory, behind `fetch`: the element's HTTP is real up to the network. */
export class FakeService {
  readonly calls: FakeCall[] = []
  readonly session: CheckoutSession
  subscription: Subscription | null = null
  chain: Chain = structuredClone(FAKE_CHAIN)
  /** Where the merchant is paid, as the next prepare says it. */
  payee: Address = PAYEE
  /** Seconds the service's clock is ahead of the device's. */
  ahead = 0
  frozen = false
  /** How many authorise calls answer with the session still open, the opening being in flight. */
  pendingAnswers = 0
  openings = 0
  /** Changes an answer to prepare or challenge, as a lying service would. */
  lie: (answer: Record<string, unknown>) => void = () => undefined
  readonly #tokens = new Map<string, { address: Address; expiresAt: number }>()
  readonly #faults: Fault[] = []
  readonly #held = new Map<string, { at: 'request' | 'answer'; until: Promise<void> }>()
  #inFlight = false
  #prepared: PreparedAuthorisation | null = null
  #payer: Address | null = null
  readonly #fixed: boolean

  constructor(options: FakeServiceOptions = {}) {
    this.#fixed = options.cap !== undefined
    this.session = fakeSession(options)
  }

  now(): number {
    return Math.floor(Date.now() / 1000) + this.ahead
  }

  /** The next call whose path ends so fails like this. */
  fail(fault: Fault): void {
    this.#faults.push(fault)
  }

  /**
   * Keeps calls whose path ends so waiting until the returned function is called: before they reach the service, or with their
   * answer, which then tells how things were when they were asked.
   */
  hold(path: string, at: 'request' | 'answer' = 'request'): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = { at, until: promise }
    this.#held.set(path, held)
    return () => {
      if (this.#held.get(path) === held) this.#held.delete(path)
      resolve()
    }
  }

  paths(): string[] {
    return this.calls.map(call => `${call.method} ${call.path}`)
  }

  /** The session as another tab would leave it. */
  complete(): void {
    this.#open(this.#prepared ?? this.#prepare(3_600, '0x4444444444444444444444444444444444444444'))
  }

  /** As if another tab had handed in its signature: the opening is in flight until {@link complete} or {@link lapse}. */
  openElsewhere(): void {
    this.#inFlight = true
  }

  /** The opening in flight came to nothing. */
  lapse(): void {
    this.#inFlight = false
  }

  expire(): void {
    this.session.status = 'expired'
  }

  /** As if the next wallet to sign in were the one that authorised. */
  forgetPayer(): void {
    this.#payer = null
  }

  revokeTokens(): void {
    this.#tokens.clear()
  }

  /** Lets the meter run: seconds of use, and what of them is settled. */
  use(seconds: number, change: Partial<Subscription> = {}): void {
    const { subscription } = this
    if (!subscription) throw new Error('no subscription')
    const startedAt = subscription.started_at
    const started_at = startedAt === null ? null : Math.min(startedAt, this.now() - Math.ceil(seconds))
    Object.assign(subscription, { elapsed_seconds: seconds, started_at }, change)
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    const path = url.pathname.replace('/v1/client', '')
    const authorization = new Headers(init?.headers).get('authorization')
    const body: Record<string, unknown> = init?.body ? JSON.parse(String(init.body)) : {}
    this.calls.push({ method: init?.method ?? 'GET', path, body, token: authorization?.slice(7) ?? null })
    const held = [...this.#held].find(([suffix]) => path.endsWith(suffix))?.[1]
    if (held?.at === 'request') await held.until
    init?.signal?.throwIfAborted()
    const index = this.#faults.findIndex(fault => path.endsWith(fault.path))
    const fault = index === -1 ? undefined : this.#faults.splice(index, 1)[0]
    if (fault && 'lost' in fault && fault.lost === 'before') throw new TypeError('network')
    if (fault && 'status' in fault) return this.#error(fault.status, fault.code)
    const answer = await this.#answer(path, body, authorization?.slice(7) ?? '')
    if (held?.at === 'answer') await held.until
    init?.signal?.throwIfAborted()
    if (fault) throw new TypeError('network')
    return answer
  }

  async #answer(path: string, body: Record<string, unknown>, token: string): Promise<Response> {
    const route = path.replace(/^\/(checkout\/sessions|subscriptions)\/[^/]+/, '')
    if (path.startsWith('/subscriptions/')) return this.#meterRoute(route, token)
    if (!path.startsWith(`/checkout/sessions/${this.session.id}`)) return this.#error(404, 'resource_missing')
    switch (route) {
      case '':
        return this.#json(this.session)
      case '/chain':
        return this.#json(this.chain)
      case '/sign_in/challenge':
        return this.#challenge(body)
      case '/sign_in':
        return this.#signIn(body)
    }
    const payer = this.#caller(token)
    if (payer instanceof Response) return payer
    if (route === '/sign_out') {
      if (this.#hasOpening()) return this.#error(400, 'checkout_session_not_open')
      this.#tokens.clear()
      this.#prepared = null
      this.#payer = null
      this.session.subscription = null
      this.session.customer = null
      if (!this.#fixed) this.session.max_duration_seconds = null
      return this.#json({ object: 'checkout.session' })
    }
    if (this.session.status === 'expired') return this.#error(400, 'checkout_session_expired')
    if (route === '/prepare') {
      if (this.#hasOpening()) return this.#error(400, 'checkout_session_not_open')
      const seconds = Number(body.max_duration_seconds)
      const prepared = this.#preparedAlready(seconds, payer) ?? this.#prepare(seconds, payer)
      const answer = structuredClone(prepared) as unknown as Record<string, unknown>
      this.lie(answer)
      return this.#json(answer)
    }
    if (route === '/authorise') return this.#authorise()
    return this.#error(404, 'route_not_found')
  }

  #meterRoute(route: string, token: string): Response {
    const caller = this.#caller(token)
    if (caller instanceof Response) return caller
    const { subscription } = this
    if (!subscription) return this.#error(404, 'resource_missing')
    if (route === '/pause') Object.assign(subscription, { status: 'paused', paused_at: this.now() })
    if (route === '/resume') Object.assign(subscription, { status: 'running', paused_at: null })
    if (route === '/cancel') {
      const rate = rateInTermsUnits(subscription.rate_usd_per_second)
      const settled = usdFromBaseUnits(dueInBaseUnits(rate, subscription.elapsed_seconds))
      Object.assign(subscription, {
        status: 'canceled',
        cancel_reason: 'subscriber',
        ended_at: this.now(),
        billed_seconds: subscription.elapsed_seconds,
        settled_usd: settled,
        refunded_usd: subtractDecimals(subscription.max_escrow_usd, settled),
      })
    }
    return this.#json(subscription)
  }

  #challenge(body: Record<string, unknown>): Response {
    if (this.#isOthers(String(body.wallet_address))) return this.#error(400, 'session_already_claimed')
    const expiresAt = this.now() + 300
    const nonce = 'nonce1234567890ab'
    const answer: Record<string, unknown> = {
      object: 'sign_in.challenge',
      message: signInText({
        origin: location.origin,
        address: body.wallet_address as Address,
        chainId: Number(body.chain_id),
        nonce,
        issuedAt: this.now(),
        expiresAt,
      }),
      nonce,
      expires_at: expiresAt,
    }
    this.lie(answer)
    return this.#json(answer)
  }

  #signIn(body: Record<string, unknown>): Response {
    const address = /0x[0-9a-fA-F]{40}/.exec(String(body.message))?.[0] as Address
    if (this.#isOthers(address)) return this.#error(400, 'session_already_claimed')
    // Another account's claim ends the tokens of the one before; the same account in a second tab does not.
    const isAnother = [...this.#tokens.values()].some(known => known.address !== address)
    if (isAnother) this.#tokens.clear()
    const token = `ct_${this.#tokens.size + 1}_${Math.random()}`
    const expiresAt = this.now() + TOKEN_SECONDS
    this.#tokens.set(token, { address, expiresAt })
    this.session.customer = 'cus_1'
    return this.#json({
      object: 'sign_in',
      client_token: token,
      expires_at: expiresAt,
      customer: 'cus_1',
      session: this.session,
    })
  }

  /** Whether another account has prepared this checkout. */
  #isOthers(address: string): boolean {
    return this.#payer !== null && this.#payer.toLowerCase() !== address.toLowerCase()
  }

  /** Who asks, or why they may not. */
  #caller(token: string): Address | Response {
    const known = this.#tokens.get(token)
    if (!known) return this.#error(401, 'client_token_invalid')
    return this.now() < known.expiresAt ? known.address : this.#error(401, 'client_token_expired')
  }

  /** Whether the terms cannot change any more: an opening is in flight, or done. */
  #hasOpening(): boolean {
    return this.#inFlight || this.session.status === 'complete'
  }

  /** The same terms for the same cap, while there is time enough to sign them. */
  #preparedAlready(seconds: number, payer: Address): PreparedAuthorisation | null {
    const prepared = this.#prepared
    if (!prepared || prepared.sign_by - this.now() < REUSE_TERMS_SECONDS) return null
    const { max_seconds, merchant, payer: signer } = prepared.terms
    return max_seconds === seconds && merchant === this.payee && signer === payer ? prepared : null
  }

  #prepare(seconds: number, payer: Address): PreparedAuthorisation {
    this.#payer = payer
    const { session } = this
    session.subscription = 'sub_1'
    session.max_duration_seconds = seconds
    session.max_escrow_usd = exactCost(session.product.rate_usd_per_second, seconds)
    this.subscription = fakeSubscription(session, seconds, this.now())
    this.#prepared = fakeAuthorisation({
      session,
      subscription: this.subscription,
      payer,
      payee: this.payee,
      openBy: this.now() + SIGN_BY_SECONDS,
    })
    return this.#prepared
  }

  #authorise(): Response {
    const prepared = this.#prepared
    if (!prepared) return this.#error(400, 'subscription_invalid_state')
    const isLate = !this.#hasOpening() && this.now() >= prepared.sign_by
    if (isLate) return this.#error(400, 'signature_invalid')
    this.#inFlight = true
    if (this.pendingAnswers > 0) this.pendingAnswers--
    else this.#open(prepared)
    return this.#json({
      object: 'authorisation',
      session: this.session,
      subscription: this.subscription,
      tx_hash: TX_HASH,
    })
  }

  #open({ subscription }: PreparedAuthorisation): void {
    if (this.session.status === 'complete') return
    this.openings++
    this.#inFlight = false
    this.session.status = 'complete'
    const status = this.session.product.start_mode === 'merchant' ? 'pending_start' : 'running'
    Object.assign(subscription, { status, started_at: status === 'running' ? this.now() : null })
  }

  #error(status: number, code: string): Response {
    return this.#json({ error: { type: 'invalid_request_error', message: 'no', code } }, status)
  }

  #json(value: unknown, status = 200): Response {
    return new Response(JSON.stringify(value), {
      status,
      headers: {
        'content-type': 'application/json',
        'billing-clock': `${this.now()}${this.frozen ? ';frozen' : ''}`,
      },
    })
  }
}
