import type { UnixMillis } from '@per-second/protocol/time'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { Event, WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import { presentEvent } from '../presenters/present-event.ts'
import { type SecretBox, SecretBoxError } from './secret-box.ts'
import type { SendOutcome, SendWebhook } from './send-webhook.ts'
import { signDelivery } from './sign-delivery.ts'

/** One claimed delivery with all that an attempt needs. */
export type Task = { delivery: WebhookDelivery; endpoint: WebhookEndpoint; event: Event }

/**
 * Signs an event with every secret in force, newest first, and sends it once, with the same bytes and the same
 * `webhook-id` each time.
 */
export async function attemptDelivery(
  { endpoint, event }: Task,
  deps: { clock: Clock; realTime: () => UnixMillis; secrets: SecretBox; send: SendWebhook; log: Logger },
  stop: AbortSignal,
): Promise<SendOutcome> {
  const { clock, realTime, secrets, send, log } = deps
  const payload = JSON.stringify(presentEvent(event))
  let opened: string[]
  try {
    opened = endpoint.secrets
      .filter(({ until }) => until === null || clock.now() < until)
      .map(({ sealed }) => secrets.open(sealed, endpoint.id))
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    log.error({ endpoint: endpoint.id, code: error.code }, error.message)
    return { failure: error.code }
  }
  const timestamp = Math.floor(realTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'per-second-webhooks/1',
    ...(event.traceparent !== null && { traceparent: event.traceparent }),
    ...signDelivery({ id: event.id, timestamp, payload }, opened),
  }
  return send({ url: endpoint.url, headers, body: payload }, stop)
}
