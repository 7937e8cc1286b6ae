import type { CheckoutSession, DecimalString, Subscription } from '@per-second/protocol/types'
import type { Phase } from './machine/state.ts'
import type { MeterStatus } from './meter/meter-status.ts'

/** The browser's own: old libraries put a class of theirs in its place. Node has no document, and dispatches nothing here. */
const NativeEvent =
  typeof document === 'undefined' ? Event : (document.createEvent('Event').constructor as typeof Event)

const SHARED: EventInit = { bubbles: true, composed: true }

/** The session is there and the element can be used. */
export class BillingAuthoriseReadyEvent extends NativeEvent {
  readonly session: CheckoutSession

  constructor(session: CheckoutSession) {
    super('billing-authorise-ready', SHARED)
    this.session = session
  }
}

/** The subscriber chose another maximum duration. */
export class BillingAuthoriseChangeEvent extends NativeEvent {
  readonly durationSeconds: number
  /** Rate × duration, exact, in dollars. */
  readonly maxEscrowUsd: DecimalString

  constructor(durationSeconds: number, maxEscrowUsd: DecimalString) {
    super('billing-authorise-change', SHARED)
    this.durationSeconds = durationSeconds
    this.maxEscrowUsd = maxEscrowUsd
  }
}

/** The subscriber is known to the service: by authorising, or by coming back. Not sent again after a reload. */
export class BillingAuthoriseSignedInEvent extends NativeEvent {
  /** The customer's id, `cus_…`. */
  readonly customer: string

  constructor(customer: string) {
    super('billing-authorise-signed-in', SHARED)
    this.customer = customer
  }
}

/** The session is complete. Prevent the default to stay on the page. */
export class BillingAuthoriseCompleteEvent extends NativeEvent {
  readonly session: CheckoutSession
  /** Whether it was complete when the page loaded; the page is not left then. */
  readonly foundOnLoad: boolean

  constructor(session: CheckoutSession, foundOnLoad: boolean) {
    super('billing-authorise-complete', { ...SHARED, cancelable: true })
    this.session = session
    this.foundOnLoad = foundOnLoad
  }
}

/** The subscriber pressed Cancel; the session stays open. Prevent the default to stay on the page. */
export class BillingAuthoriseCancelEvent extends NativeEvent {
  readonly session: CheckoutSession

  constructor(session: CheckoutSession) {
    super('billing-authorise-cancel', { ...SHARED, cancelable: true })
    this.session = session
  }
}

/** The subscriber pressed Extend on a running or paused meter. Prevent the default to stay on the page. */
export class BillingAuthoriseExtendEvent extends NativeEvent {
  readonly session: CheckoutSession
  readonly subscription: Subscription

  constructor(session: CheckoutSession, subscription: Subscription) {
    super('billing-authorise-extend', { ...SHARED, cancelable: true })
    this.session = session
    this.subscription = subscription
  }
}

/** Something did not work; the element says so in words and offers the next step. */
export class BillingAuthoriseErrorEvent extends NativeEvent {
  /** A stable reason: of the service, the wallet, or a refusal (`refused_…`). */
  readonly code: string
  /** The sentence the subscriber reads. */
  readonly message: string
  /** What lies behind it, for a developer; undefined where there is nothing more to know. */
  readonly cause: unknown
  /** The attribute or the field of the service's answer that it is about, or null. */
  readonly field: string | null
  /** Whether the subscriber may succeed by trying again. */
  readonly retryable: boolean

  constructor(
    code: string,
    message: string,
    { cause, field = null, retryable }: { cause?: unknown; field?: string | null; retryable: boolean },
  ) {
    super('billing-authorise-error', SHARED)
    this.code = code
    this.message = message
    this.cause = cause
    this.field = field
    this.retryable = retryable
  }
}

/** The element's `meter` changed. */
export class BillingAuthoriseMeterEvent extends NativeEvent {
  readonly meter: MeterStatus | null

  constructor(meter: MeterStatus | null) {
    super('billing-authorise-meter', SHARED)
    this.meter = meter
  }
}

/** The element's `phase` changed. */
export class BillingAuthorisePhaseEvent extends NativeEvent {
  readonly phase: Phase

  constructor(phase: Phase) {
    super('billing-authorise-phase', SHARED)
    this.phase = phase
  }
}

/** The element's events by name. */
export type BillingAuthoriseEventMap = {
  'billing-authorise-ready': BillingAuthoriseReadyEvent
  'billing-authorise-change': BillingAuthoriseChangeEvent
  'billing-authorise-signed-in': BillingAuthoriseSignedInEvent
  'billing-authorise-complete': BillingAuthoriseCompleteEvent
  'billing-authorise-cancel': BillingAuthoriseCancelEvent
  'billing-authorise-extend': BillingAuthoriseExtendEvent
  'billing-authorise-error': BillingAuthoriseErrorEvent
  'billing-authorise-meter': BillingAuthoriseMeterEvent
  'billing-authorise-phase': BillingAuthorisePhaseEvent
}

declare global {
  interface GlobalEventHandlersEventMap extends BillingAuthoriseEventMap {}
}
