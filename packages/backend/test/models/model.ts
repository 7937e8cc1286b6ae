import {
  depositOf,
  dueFor,
  elapsedAt,
  endingSecond,
  instantOf,
  type ModelInvoice,
  type ModelMeter,
  rateOf,
  SETTLE_EVERY,
  settle,
} from './model-meter.ts'

export type ModelProduct = {
  id: string
  rate: string
  allowPause: boolean
  startMode: 'checkout' | 'merchant'
  active: boolean
}
export type ModelSession = {
  id: string
  product: ModelProduct
  status: 'open' | 'complete' | 'expired'
  cap: number | null
  expiresAt: number
  wallet: number | null
  subscription: ModelSubscription | null
}
export type ModelSubscription = {
  id: string
  session: ModelSession
  product: ModelProduct
  wallet: number
  status: 'pending_start' | 'running' | 'paused' | 'canceled' | 'ended'
  meter: ModelMeter
  pausedBy: 'merchant' | 'subscriber' | null
  cancelReason: string | null
  startBy: number
  authorisationEnd: number
  invoices: ModelInvoice[]
  isEnding: boolean
  replaces: ModelSubscription | null
  replacedBy: ModelSubscription | null
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const SESSION_SECONDS = DAY
const SIGN_BY_SECONDS = 15 * MINUTE
const START_WITHIN_SECONDS = 7 * DAY
const AUTHORISATION_DAYS_LEFT = 29 * DAY

/** One merchant's world as it is promised. `null` as an error's place means that it is allowed. */
export class Model {
  now: number
  products: ModelProduct[] = []
  sessions: ModelSession[] = []
  subscriptions: ModelSubscription[] = []
  customers = new Set<number>()
  /** How often each type of event must have happened. */
  events: Record<string, number> = {}

  constructor(now: number) {
    this.now = now
  }

  happened(type: string): void {
    this.events[type] = (this.events[type] ?? 0) + 1
  }

  addProduct(product: ModelProduct): void {
    this.products.push(product)
    this.happened('product.created')
  }

  activate(product: ModelProduct, active: boolean): void {
    if (product.active !== active) this.happened('product.updated')
    product.active = active
  }

  addSession(id: string, product: ModelProduct, cap: number | null): void {
    const expiresAt = this.now + SESSION_SECONDS
    this.sessions.push({ id, product, status: 'open', cap, expiresAt, wallet: null, subscription: null })
  }

  whyNotExpire(session: ModelSession): string | null {
    if (session.status === 'expired') return 'checkout_session_expired'
    return session.status === 'complete' ? 'checkout_session_not_open' : null
  }

  expire(session: ModelSession): void {
    session.status = 'expired'
    this.happened('checkout.session.expired')
  }

  whyNotCarryOn(old: ModelSession, wallet: number): string | null {
    const meter = old.subscription
    if (meter === null || meter.wallet !== wallet) return 'resource_missing'
    const isOver = ({ status }: ModelSubscription) => status === 'canceled' || status === 'ended'
    const isTaken = this.subscriptions.some(
      ({ replaces, status }) => replaces === meter && status === 'pending_start',
    )
    // Its start would end the meter before it, which would otherwise count beside the new one.
    const isNeeded = meter.status === 'pending_start' && meter.replaces !== null && !isOver(meter.replaces)
    return isOver(meter) || isTaken || isNeeded ? 'subscription_invalid_state' : null
  }

  /** The payer of an accepted signature becomes a customer. */
  authorise(
    session: ModelSession,
    { wallet, cap, id, old }: { wallet: number; cap: number; id: string; old: ModelSession | null },
  ): void {
    const { product } = session
    if (!this.customers.has(wallet)) this.happened('customer.created')
    this.customers.add(wallet)
    session.wallet = wallet
    session.cap = cap
    session.status = 'complete'
    const meter: ModelMeter = {
      rate: rateOf(product.rate),
      cap,
      startedAt: null,
      pausedAt: null,
      pausedSeconds: 0,
      endedAt: null,
      billedSeconds: 0,
      settled: 0n,
      fee: 0n,
      closed: false,
    }
    const openBy = Math.min(this.now + SIGN_BY_SECONDS, session.expiresAt)
    const subscription: ModelSubscription = {
      id,
      session,
      product,
      wallet,
      status: 'pending_start',
      meter,
      pausedBy: null,
      cancelReason: null,
      startBy: this.now + START_WITHIN_SECONDS,
      authorisationEnd: openBy + cap + AUTHORISATION_DAYS_LEFT,
      invoices: [],
      isEnding: false,
      replaces: old?.subscription ?? null,
      replacedBy: null,
    }
    session.subscription = subscription
    this.subscriptions.push(subscription)
    this.happened('subscription.prepared')
    this.happened('checkout.session.completed')
    if (product.startMode === 'checkout') this.start(subscription)
  }

  whyNot(
    by: 'merchant' | 'subscriber',
    action: 'start' | 'pause' | 'resume' | 'cancel',
    { status, product, pausedBy }: ModelSubscription,
  ): string | null {
    const over = status === 'canceled' || status === 'ended'
    const repeated = { start: false, pause: status === 'paused', resume: status === 'running', cancel: over }
    if (action === 'pause' && !product.allowPause) return 'pause_not_allowed'
    if (by === 'subscriber' && repeated[action]) return null
    const allowed = {
      start: status === 'pending_start',
      pause: status === 'running',
      resume: status === 'paused' && !(by === 'merchant' && pausedBy === 'subscriber'),
      cancel: !over,
    }
    return allowed[action] ? null : 'subscription_invalid_state'
  }

  /** Does an allowed action. A subscriber's mere repeat changes nothing. */
  act(
    by: 'merchant' | 'subscriber',
    action: 'start' | 'pause' | 'resume' | 'cancel',
    subscription: ModelSubscription,
  ): void {
    const { status, meter } = subscription
    if (action === 'start') this.start(subscription)
    else if (action === 'pause' && status === 'running') {
      subscription.status = 'paused'
      subscription.pausedBy = by
      meter.pausedAt = this.now
      this.happened('subscription.paused')
    } else if (action === 'resume' && status === 'paused' && meter.pausedAt !== null) {
      subscription.status = 'running'
      subscription.pausedBy = null
      meter.pausedSeconds += this.now - meter.pausedAt
      meter.pausedAt = null
      this.happened('subscription.resumed')
    } else if (action === 'cancel' && status !== 'canceled' && status !== 'ended') {
      this.end(subscription, this.now, by)
    }
  }

  /** Lets time pass and does everything that falls due on the way. */
  advance(seconds: number): void {
    const target = this.now + seconds
    for (const session of this.sessions) {
      if (session.status === 'open' && session.expiresAt <= target) this.expire(session)
    }
    for (const subscription of this.subscriptions) this.passTime(subscription, target)
    this.now = target
  }

  activeOf(product: ModelProduct): number {
    const active = (one: ModelSubscription) => one.status === 'running' || one.status === 'paused'
    return this.subscriptions.filter(one => one.product === product && active(one)).length
  }

  private start(subscription: ModelSubscription): void {
    subscription.status = 'running'
    subscription.meter.startedAt = this.now
    this.happened('subscription.started')
    this.markEnding(subscription, this.now)
    const { replaces } = subscription
    if (replaces === null) return
    replaces.replacedBy = subscription
    if (replaces.status !== 'canceled' && replaces.status !== 'ended')
      this.end(replaces, this.now, 'replaced')
  }

  private markEnding(subscription: ModelSubscription, by: number): void {
    const { meter } = subscription
    const from = instantOf(meter, endingSecond(meter.cap))
    if (subscription.isEnding || from === null || from > by) return
    subscription.isEnding = true
    this.happened('subscription.ending')
  }

  private passTime(subscription: ModelSubscription, target: number): void {
    const { meter, authorisationEnd } = subscription
    if (subscription.status === 'pending_start') {
      if (subscription.startBy <= target) this.end(subscription, subscription.startBy, 'start_timeout')
      return
    }
    if (subscription.status === 'running') {
      const capAt = instantOf(meter, meter.cap) as number
      this.markEnding(subscription, Math.min(target, authorisationEnd - 1, capAt - 1))
      const lastScheduled = Math.min(target, authorisationEnd - 1, capAt - 1)
      const first = Math.floor(elapsedAt(meter, this.now) / SETTLE_EVERY) + 1
      for (let turn = first; ; turn += 1) {
        const at = instantOf(meter, turn * SETTLE_EVERY) as number
        if (at > lastScheduled) break
        // A settlement that would move nothing is left out, and its seconds carry.
        if (dueFor(meter, turn * SETTLE_EVERY) > meter.settled)
          this.invoice(subscription, turn * SETTLE_EVERY, at)
      }
      if (capAt <= target && capAt <= authorisationEnd) this.end(subscription, capAt, null)
    }
    if (subscription.status === 'running' || subscription.status === 'paused') {
      if (authorisationEnd <= target) this.end(subscription, authorisationEnd, 'authorisation_expired')
    }
  }

  private end(subscription: ModelSubscription, at: number, reason: string | null): void {
    const { meter } = subscription
    const seconds = elapsedAt(meter, at)
    meter.endedAt = at
    subscription.status = reason === null ? 'ended' : 'canceled'
    subscription.cancelReason = reason
    this.happened(reason === null ? 'subscription.ended' : 'subscription.canceled')
    if (seconds > meter.billedSeconds) this.invoice(subscription, seconds, at)
    meter.closed = true
  }

  private invoice(subscription: ModelSubscription, toSecond: number, periodEnd: number): void {
    subscription.invoices.push(settle(subscription.meter, toSecond, periodEnd, subscription.invoices.at(-1)))
    this.happened('invoice.paid')
  }

  refunded(subscription: ModelSubscription): bigint {
    const { meter } = subscription
    return meter.closed ? depositOf(meter) - meter.settled : 0n
  }
}
