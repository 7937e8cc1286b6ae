import { BillingError } from './request/errors.ts'

export type WebhookErrorCode =
  | 'webhook_headers_missing'
  | 'webhook_secret_missing'
  | 'webhook_secret_invalid'
  | 'webhook_timestamp_invalid'
  | 'webhook_timestamp_out_of_tolerance'
  | 'webhook_signature_invalid'
  | 'webhook_payload_invalid'

/** A webhook that did not come from the service unchanged and just now. Answer it with 400, and do not use its content. */
export class WebhookVerificationError extends BillingError {
  override readonly name = 'WebhookVerificationError'
  declare readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string, details: { cause?: unknown } = {}) {
    super('webhook_error', message, { ...details, code })
  }
}
