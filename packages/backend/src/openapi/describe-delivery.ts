import type { Event } from '@per-second/protocol/types'
import type { JsonSchema, OpenApiDocument } from './document-types.ts'

/** How an event arrives at a webhook endpoint (Standard Webhooks 1.0). */
export function describeDelivery(
  event: JsonSchema,
  example: Event,
): OpenApiDocument['webhooks'][string]['post'] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header' as const,
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    operationId: 'webhooks.event',
    tags: ['Webhook endpoints'],
    summary: 'An event, delivered to your endpoint',
    description:
      'Verify the signature over the raw body before you parse it, and answer 2xx within 10 seconds. Anything else is tried again, with growing pauses. An event may arrive twice and out of order: its `id` says which it is.',
    security: [],
    parameters: [
      header('webhook-id', 'The event’s id, the same at every attempt.'),
      header('webhook-timestamp', 'When this attempt was made, in unix seconds.'),
      header(
        'webhook-signature',
        '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several while a secret is being changed.',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: event, example } } },
    responses: { '2XX': { description: 'Received. It is not sent again.' } },
  }
}
