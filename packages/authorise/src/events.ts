import type { CheckoutSession } from '@per-second/protocol/types'
import { SHARED } from './event-init.ts'
import type {
  BillingAuthoriseChangeEvent,
  BillingAuthoriseErrorEvent,
  BillingAuthoriseReadyEvent,
} from './first-events.ts'

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
