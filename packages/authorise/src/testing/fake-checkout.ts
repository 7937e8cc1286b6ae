import { exactCost } from '@per-second/protocol/money'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS, SIGN_BY_SECONDS } from '@per-second/protocol/time'
import type {
  Address,
  CapFixedBy,
  Chain,
  CheckoutSession,
  PreparedAuthorisation,
  Subscription,
} from '@per-second/protocol/types'
import { isAddressEqual, sha256 } from 'viem'
import { fakeAuthorisation } from './fake-authorisation.ts'
import { actOnMeter, fakeSubscription } from './fake-meter.ts'
import { FakeRefusal } from './fake-refusal.ts'

/** The account of another tab on the same checkout. */
const SOMEONE: Address = '0x4444444444444444444444444444444444444444'

type Draft = { prepared: PreparedAuthorisation; payer: Address; claim: string; replaces: string | null }

/** The one draft whose signature was accepted. */
type Accepted = Draft & { signature: string }

export type PrepareParameters = {
  payer: Address
  claim: string
  seconds: number | null
  chain: Chain
  payee: Address
  now: number
  /** The session whose meter the new one carries on. */
  replaces: string | null
}

/** The checkout whose meter may be carried on. */
export type Old = { readonly session: CheckoutSession; readonly subscription: Subscription | null }

/** One checkout session with its drafts, in the service's form. It refuses the same calls as the service. */
export class FakeCheckout {
  readonly session: CheckoutSession
  subscription: Subscription | null = null
  openings = 0
  readonly #old: Old | null
  readonly #fixedSeconds: number | null
  readonly #drafts = new Map<string, Draft>()
  #accepted: Accepted | null = null
  #payer: Address | null = null

  constructor(session: CheckoutSession, old: Old | null = null) {
    this.session = session
    this.#old = old
    this.#fixedSeconds = session.max_duration_seconds
  }

  get capFixedBy(): CapFixedBy | null {
    if (this.session.max_duration_seconds === null) return null
    return this.#fixedSeconds === null ? 'subscriber' : 'merchant'
  }

  /** The accepted terms, if there are any. */
  get accepted(): PreparedAuthorisation | null {
    return this.#accepted?.prepared ?? null
  }

  prepare(parameters: PrepareParameters): PreparedAuthorisation {
    this.#requireOpen()
    if (this.#accepted) throw new FakeRefusal(400, 'checkout_session_not_open')
    const { payer, claim, chain, payee, now, replaces } = parameters
    if (!/^[0-9a-f]{64}$/.test(claim)) throw new FakeRefusal(400, 'parameter_invalid')
    this.#requireOld(replaces)
    const number = this.#drafts.size + 1
    const draft = `draft_${number}`
    const openBy = Math.min(now + SIGN_BY_SECONDS, this.session.expires_at)
    const seconds = this.#secondsAsked(parameters.seconds)
    const subscriptionId = `sub_${this.#old ? 'new_' : ''}${number}`
    const { session } = this
    const terms = { session, chain, subscriptionId, draft, payer, payee, seconds, openBy }
    const prepared = structuredClone(fakeAuthorisation(terms))
    this.#drafts.set(draft, { prepared, payer, claim, replaces })
    return prepared
  }

  /** Accepts the signature of a draft, or a repeat of it. */
  accept(handedIn: { draft: string; signature: string; secret: string; now: number }): void {
    const draft = this.#drafts.get(handedIn.draft)
    if (!draft || !/^[0-9a-f]{64}$/.test(handedIn.secret)) throw new FakeRefusal(400, 'draft_invalid')
    if (sha256(`0x${handedIn.secret}`) !== `0x${draft.claim}`) throw new FakeRefusal(400, 'draft_invalid')
    if (this.#accepted) {
      if (this.#accepted.prepared.draft !== handedIn.draft)
        throw new FakeRefusal(400, 'session_already_claimed')
      if (this.#accepted.signature !== handedIn.signature) throw new FakeRefusal(400, 'signature_invalid')
      return
    }
    this.#requireOpen()
    if (handedIn.now >= draft.prepared.sign_by) throw new FakeRefusal(400, 'signature_invalid')
    this.#take({ ...draft, signature: handedIn.signature }, handedIn.now)
  }

  /** Accepts another tab's signature, for the same payer if there is one. */
  acceptElsewhere(place: { chain: Chain; payee: Address; now: number }): void {
    if (this.#accepted) return
    const latest = [...this.#drafts.values()].at(-1)
    const payer = latest?.payer ?? SOMEONE
    const seconds = this.#fixedSeconds ?? latest?.prepared.terms.max_seconds ?? 3_600
    const prepared = this.prepare({ ...place, payer, claim: 'e1'.repeat(32), seconds, replaces: null })
    this.#take({ prepared, payer, claim: 'e1'.repeat(32), replaces: null, signature: '0xe1' }, place.now)
  }

  /** The opening is on the chain. */
  open(now: number): void {
    if (!this.subscription || this.session.status === 'complete') return
    this.openings++
    this.session.status = 'complete'
    const isStarted = this.session.product.start_mode === 'checkout'
    const started = { status: isStarted ? 'running' : 'pending_start', started_at: isStarted ? now : null }
    Object.assign(this.subscription, started)
    if (isStarted) this.#replace(now)
  }

  /** The opening failed: the session is free again. */
  release(): void {
    this.#accepted = null
    this.#payer = null
    this.subscription = null
    Object.assign(this.session, { customer: null, subscription: null })
    this.#setCap(this.#fixedSeconds)
  }

  /** @throws {FakeRefusal} unless there is a meter, and it is this wallet's. */
  requireSignIn(wallet: Address): void {
    if (this.session.status !== 'complete') throw new FakeRefusal(400, 'checkout_session_not_complete')
    if (this.#payer && !isAddressEqual(this.#payer, wallet))
      throw new FakeRefusal(400, 'session_already_claimed')
  }

  forgetPayer(): void {
    this.#payer = null
  }

  #take(accepted: Accepted, now: number): void {
    const { session } = this
    const { subscription_id: id, terms } = accepted.prepared
    this.#accepted = accepted
    this.#payer = accepted.payer
    this.subscription = fakeSubscription(id, session, { seconds: terms.max_seconds, now })
    if (accepted.replaces !== null) this.subscription.replaces = this.#old?.subscription?.id ?? null
    Object.assign(session, { customer: 'cus_1', subscription: id })
    this.#setCap(terms.max_seconds)
  }

  #setCap(seconds: number | null): void {
    const { session } = this
    session.max_duration_seconds = seconds
    session.max_escrow_usd = seconds === null ? null : exactCost(session.product.rate_usd_per_second, seconds)
  }

  #secondsAsked(asked: number | null): number {
    const seconds = this.#fixedSeconds ?? asked
    if (seconds === null) throw new FakeRefusal(400, 'parameter_missing')
    if (asked !== null && asked !== seconds) throw new FakeRefusal(400, 'parameter_invalid')
    const isInRange = seconds >= MIN_DURATION_SECONDS && seconds <= MAX_DURATION_SECONDS
    if (!isInRange || !Number.isInteger(seconds)) throw new FakeRefusal(400, 'parameter_out_of_range')
    return seconds
  }

  /** @throws {FakeRefusal} unless it is the session of the old meter, and that has not ended. */
  #requireOld(replaces: string | null): void {
    if (replaces === null) return
    const isKnown = this.#old?.session.id === replaces && this.#old.subscription !== null
    if (isKnown && this.#old?.subscription?.ended_at === null) return
    const code = isKnown ? 'subscription_invalid_state' : 'resource_missing'
    throw Object.assign(new FakeRefusal(400, code), { param: 'replaces' })
  }

  /** The old meter ends in the instant in which the new one starts. */
  #replace(now: number): void {
    const old = this.#old?.subscription
    if (!old || !this.subscription?.replaces || old.ended_at !== null) return
    actOnMeter(old, 'cancel', now)
    Object.assign(old, { cancel_reason: 'replaced', replaced_by: this.subscription.id })
  }

  #requireOpen(): void {
    const { status } = this.session
    if (status === 'expired') throw new FakeRefusal(400, 'checkout_session_expired')
    if (status === 'complete') throw new FakeRefusal(400, 'checkout_session_not_open')
  }
}
