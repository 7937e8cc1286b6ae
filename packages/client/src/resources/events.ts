import type { EventType } from '@per-second/protocol/types'
import type { PageParameters } from '../request/pagination.ts'
import type { RequestFunction } from '../request/request.ts'
import type { BillingEvent } from './billing-event.ts'
import { type Readable, readable } from './readable.ts'

export type EventListParameters = PageParameters & { type?: EventType }

/** What happened, kept for reading again: for a receiver that was away, or to check what a webhook said. */
export type Events = Readable<BillingEvent, EventListParameters>

export function createEvents(request: RequestFunction): Events {
  return readable(request, 'events')
}
