import { SIGN_IN_CHALLENGE_SECONDS, signInText } from '@per-second/protocol/sign-in'
import { TOKEN_AFTER_END_SECONDS } from '@per-second/protocol/time'
import type {
  Address,
  Chain,
  CheckoutSession,
  SignInChallenge,
  Subscription,
} from '@per-second/protocol/types'
import { fakeChain } from './fake-authorisation.ts'
import { FakeCheckout } from './fake-checkout.ts'
import { actOnMeter } from './fake-meter.ts'
import { FakeRefusal } from './fake-refusal.ts'
import { type FakeServiceOptions, fakeSession } from './fake-session.ts'

const PAYEE: Address = '0x3333333333333333333333333333333333333333'
const TX_HASH = `0x${'ab'.repeat(32)}`
const NONCE = 'nonce1234567890ab'
const MOST_TOKENS = 10

type Body = Record<string, unknown>

export type FakeCall = { method: string; path: string; body: unknown; token: string | null }

export type Fault =
  | { path: string; status: number; code: string; param?: string }
  | { path: string; lost: 'before' | 'after' }

type Held = { at: 'request' | 'answer'; until: Promise<void> }

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
  /** Every call so far, oldest first. */
  readonly calls: FakeCall[] = []
  readonly #checkout: FakeCheckout
  readonly #old: FakeService | null
  /** The time at which each client token of the meter was issued. */
  readonly #tokens = new Map<string, number>()
  readonly #faults: Fault[] = []
  readonly #held = new Map<string, Held>()

  constructor(options: FakeServiceOptions = {}) {
    this.#old = options.carriesOn ?? null
    this.#checkout = new FakeCheckout(fakeSession(options), this.#old)
    this.chain = fakeChain(this.session, options)
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
    this.#faults.push(fault)
  }

  /**
   * Holds calls whose path ends in `path` until the returned function is called: before they reach the service, or at their response,
   * which then describes the state at the request.
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

  /** The network between a page and its service: it records calls, loses them, and delays them. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname.replace('/v1/client', '')
    const ofOld = [this.#old?.session.id, this.#old?.subscription?.id].filter(id => id !== undefined)
    if (this.#old && path.split('/').some(part => ofOld.includes(part))) return this.#old.fetch(input, init)
    const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? null
    const body: Body = init.body ? JSON.parse(String(init.body)) : {}
    this.calls.push({ method: init.method ?? 'GET', path, body, token })
    const held = [...this.#held].find(([suffix]) => path.endsWith(suffix))?.[1]
    if (held?.at === 'request') await held.until
    init.signal?.throwIfAborted()
    const index = this.#faults.findIndex(fault => path.endsWith(fault.path))
    const fault = index === -1 ? undefined : this.#faults.splice(index, 1)[0]
    if (fault && 'status' in fault) return this.#error(fault)
    if (fault?.lost === 'before') throw new TypeError('network')
    const answer = this.#answer(path, body, token ?? '')
    if (held?.at === 'answer') await held.until
    init.signal?.throwIfAborted()
    if (fault) throw new TypeError('network')
    return answer
  }

  #answer(path: string, body: Body, token: string): Response {
    try {
      const answer = structuredClone(this.#route(path, body, token)) as Record<string, unknown>
      this.lie(answer, path)
      const cap = path.endsWith(this.session.id) ? this.#checkout.capFixedBy : null
      return this.#respond(answer, 200, cap === null ? {} : { 'billing-cap': cap })
    } catch (error) {
      if (error instanceof FakeRefusal) return this.#error(error)
      throw error
    }
  }

  /** The body of a success. @throws {FakeRefusal} for everything else. */
  #route(path: string, body: Body, token: string): object {
    const [, session, meter, route = ''] =
      /^\/(?:checkout\/sessions\/([^/]+)|subscriptions\/([^/]+))(\/.+)?$/.exec(path) ?? []
    if (meter !== undefined) return this.#meter(meter, route.slice(1), token)
    if (session !== this.session.id) throw new FakeRefusal(404, 'resource_missing')
    const payer = body.wallet_address as Address
    switch (route) {
      case '':
        return this.session
      case '/chain':
        return this.chain
      case '/prepare': {
        const seconds = body.max_duration_seconds == null ? null : Number(body.max_duration_seconds)
        const replaces = body.replaces === undefined ? null : String(body.replaces)
        const { chain, payee } = this
        const claim = String(body.claim)
        return this.#checkout.prepare({ payer, claim, seconds, chain, payee, replaces, now: this.now() })
      }
      case '/authorise': {
        this.#checkout.accept({
          ...(body as { draft: string; signature: string; secret: string }),
          now: this.now(),
        })
        if (this.pendingAnswers <= 0 || this.pendingAnswers-- <= 0) this.#checkout.open(this.now())
        return {
          object: 'authorisation',
          subscription: this.subscription,
          tx_hash: TX_HASH,
          ...this.#access(),
        }
      }
      case '/sign_in/challenge':
        return this.#challenge(payer, Number(body.chain_id))
      case '/sign_in':
        this.#checkout.requireSignIn(/0x[0-9a-fA-F]{40}/.exec(String(body.message))?.[0] as Address)
        return { object: 'sign_in', ...this.#access() }
    }
    throw new FakeRefusal(404, 'route_not_found')
  }

  #meter(id: string, action: string, token: string): object {
    const { subscription } = this
    const issuedAt = this.#tokens.get(token)
    if (issuedAt === undefined) throw new FakeRefusal(401, 'client_token_invalid')
    const endedAt = subscription?.ended_at ?? null
    // A token issued after the end lasts as long from then on.
    if (endedAt !== null && this.now() >= Math.max(endedAt, issuedAt) + TOKEN_AFTER_END_SECONDS)
      throw new FakeRefusal(401, 'client_token_expired')
    if (subscription?.id !== id) throw new FakeRefusal(404, 'resource_missing')
    if (action !== '') actOnMeter(subscription, action, this.now())
    return subscription
  }

  #challenge(address: Address, chainId: number): SignInChallenge {
    this.#checkout.requireSignIn(address)
    const issuedAt = this.now()
    const expiresAt = issuedAt + SIGN_IN_CHALLENGE_SECONDS
    const { origin } = location
    const message = signInText({ origin, address, chainId, nonce: NONCE, issuedAt, expiresAt })
    return { object: 'sign_in.challenge', message, nonce: NONCE, expires_at: expiresAt }
  }

  /** The common result of authorising and signing in: a token for the meter. */
  #access(): object {
    const { session } = this
    const token = `ct_${crypto.randomUUID().replaceAll('-', '')}`
    this.#tokens.set(token, this.now())
    const [oldest] = this.#tokens.keys()
    if (oldest !== undefined && this.#tokens.size > MOST_TOKENS) this.#tokens.delete(oldest)
    const expires_at = (this.#checkout.accepted?.terms.expiry ?? this.now()) + TOKEN_AFTER_END_SECONDS
    return { session, customer: session.customer, client_token: token, expires_at }
  }

  #error({ status, code, param = null }: { status: number; code: string; param?: string | null }): Response {
    const type = status === 401 ? 'authentication_error' : 'invalid_request_error'
    return this.#respond({ error: { type, message: 'no', code, ...(param && { param }) } }, status)
  }

  #respond(value: object, status: number, headers: Record<string, string> = {}): Response {
    const clock = `${this.now()}${this.frozen ? ';frozen' : ''}`
    const given = { 'content-type': 'application/json', 'billing-clock': clock, ...headers }
    return new Response(JSON.stringify(value), { status, headers: given })
  }
}
