import type { EventType, List, WebhookDelivery } from '@per-second/protocol/types'
import type { PageParameters } from '../request/pagination.ts'
import { resourcePath } from '../request/path.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import type { BillingEvent } from './billing-event.ts'
import { type Readable, readable } from './readable.ts'

export type EventListParameters = PageParameters & { type?: EventType }

/**
 * The id of the endpoint. It may be newer than the event or not subscribe to its type, but a disabled endpoint is
 * refused.
 */
export type EventResendParameters = { webhook_endpoint: string }

/** Stored events, for a receiver that was down, or to check the content of a webhook. */
export type Events = Readable<BillingEvent, EventListParameters> & {
  /** The deliveries of an event to each webhook endpoint, all on one page. */
  deliveries(id: string, options?: RequestOptions): Promise<List<WebhookDelivery>>
  /**
   * Sends an event to a webhook endpoint once more, at once, under its own id: a receiver that has it already must change nothing.
   *
   * @example
   * await billing.events.resend('evt_…', { webhook_endpoint: 'we_…' })
   */
  resend(id: string, parameters: EventResendParameters, options?: RequestOptions): Promise<WebhookDelivery>
}

const COLLECTION = 'events'

export function createEvents(request: RequestFunction): Events {
  return {
    ...readable<BillingEvent, EventListParameters>(request, COLLECTION),
    deliveries: async (id, options) =>
      request({ method: 'GET', path: resourcePath(COLLECTION, id, 'deliveries'), options }),
    resend: async (id, body, options) =>
      request({ method: 'POST', path: resourcePath(COLLECTION, id, 'resend'), body, options }),
  }
}
