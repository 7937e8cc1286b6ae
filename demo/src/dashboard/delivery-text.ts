import type { WebhookDelivery, WebhookFailure } from '@per-second/client'

const FAILURES: Record<WebhookFailure, string> = {
  timeout: 'No answer within 10 seconds',
  address_refused: 'Address not allowed: it must be public',
  name_unresolved: 'Host name not found',
  connection_failed: 'Could not connect',
  secret_unreadable: 'The service could not sign it',
}

/** The receiver's last response, or the reason for its absence. */
export function answerText(delivery: Pick<WebhookDelivery, 'response_status' | 'failure'>): string {
  if (delivery.failure !== null) return FAILURES[delivery.failure]
  return delivery.response_status === null ? 'Not sent yet' : `HTTP ${delivery.response_status}`
}
