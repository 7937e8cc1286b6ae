import type { CheckoutSession, DecimalString } from '@per-second/protocol/types'

const SHARED: EventInit = { bubbles: true, composed: true }

/** The session is there and the element can be used. */
export class BillingAuthoriseReadyEvent extends Event {
  readonly session: CheckoutSession

  constructor(session: CheckoutSession) {
    super('billing-authorise-ready', SHARED)
    this.session = session
  }
}

/** The subscriber chose another maximum duration. */
export class BillingAuthoriseChangeEvent extends Event {
  readonly durationSeconds: number
  /** Rate × duration, exact, in dollars. */
  readonly maxEscrowUsd: DecimalString

  constructor(durationSeconds: number, maxEscrowUsd: DecimalString) {
    super('billing-authorise-change', SHARED)
    this.durationSeconds = durationSeconds
    this.maxEscrowUsd = maxEscrowUsd
  }
}

/** The subscriber signed in. Not sent again after a reload that found them signed in. */
export class BillingAuthoriseSignedInEvent extends Event {
  /** The customer's id, `cus_…`. */
  readonly customer: string

  constructor(customer: string) {
    super('billing-authorise-signed-in', SHARED)
    this.customer = customer
  }
}

/** The session is complete. Prevent the default to stay on the page. */
export class BillingAuthoriseCompleteEvent extends Event {
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
export class BillingAuthoriseCancelEvent extends Event {
  readonly session: CheckoutSession

  constructor(session: CheckoutSession) {
    super('billing-authorise-cancel', { ...SHARED, cancelable: true })
    this.session = session
  }
}

/** Something did not work; the element says so in words and offers the next step. */
export class BillingAuthoriseErrorEvent extends Event {
  /** A stable reason: of the service, the wallet, or a refusal (`refused_…`). */
  readonly code: string
  /** The sentence the subscriber reads. */
  readonly message: string

  constructor(code: string, message: string) {
    super('billing-authorise-error', SHARED)
    this.code = code
    this.message = message
  }
}

/** The element's events by name. */
export type BillingAuthoriseEventMap = {
  'billing-authorise-ready': BillingAuthoriseReadyEvent
  'billing-authorise-change': BillingAuthoriseChangeEvent
  'billing-authorise-signed-in': BillingAuthoriseSignedInEvent
  'billing-authorise-complete': BillingAuthoriseCompleteEvent
  'billing-authorise-cancel': BillingAuthoriseCancelEvent
  'billing-authorise-error': BillingAuthoriseErrorEvent
}

declare global {
  interface GlobalEventHandlersEventMap extends BillingAuthoriseEventMap {}
}
