import type { CheckoutSession, DecimalString, Subscription } from '@per-second/protocol/types'
import type { Phase } from './machine/state.ts'
import type { MeterStatus } from './meter/meter-status.ts'

/** The browser's own class, which old libraries replace. Node has no document, and dispatches no event here. */
const NativeEvent =
  typeof document === 'undefined' ? Event : (document.createEvent('Event').constructor as typeof Event)

const SHARED: EventInit = { bubbles: true, composed: true }

/** The session has arrived and the element can be used. */
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

/** The service knows the subscriber, after an authorisation or a sign-in. Not sent again after a reload. */
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
  /** Whether it was complete when the page loaded. Then there is no redirect. */
  readonly foundOnLoad: boolean

  constructor(session: CheckoutSession, foundOnLoad: boolean) {
    super('billing-authorise-complete', { ...SHARED, cancelable: true })
    this.session = session
    this.foundOnLoad = foundOnLoad
  }
}

/** The subscriber pressed Cancel. The session stays open. Prevent the default to stay on the page. */
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

/** A step failed. The element shows the reason and the next step. */
export class BillingAuthoriseErrorEvent extends NativeEvent {
  /** A stable reason: of the service, the wallet, or a refusal (`refused_…`). */
  readonly code: string
  /** The sentence the subscriber reads. */
  readonly message: string
  /** The original error, for a developer, or undefined. */
  readonly cause: unknown
  /** The attribute or the field of the service's response concerned, or null. */
  readonly field: string | null
  /** Whether a retry by the subscriber may succeed. */
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
