import type { CheckoutSession, DecimalString } from '@per-second/protocol/types'
import { SHARED } from './event-init.ts'

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
