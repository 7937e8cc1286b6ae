import type { EventType } from '@per-second/protocol/types'
import { refuseUnknown } from '../request/refuse-unknown.ts'
import { UsageError } from './usage-error.ts'

const TYPES: Record<EventType, true> = {
  'product.created': true,
  'product.updated': true,
  'checkout.session.completed': true,
  'checkout.session.expired': true,
  'customer.created': true,
  'subscription.prepared': true,
  'subscription.started': true,
  'subscription.paused': true,
  'subscription.resumed': true,
  'subscription.ending': true,
  'subscription.canceled': true,
  'subscription.ended': true,
  'subscription.past_due': true,
  'invoice.paid': true,
  'invoice.payment_failed': true,
}

export const EVENT_TYPES = Object.keys(TYPES) as EventType[]

/** @throws {InvalidRequestError} for an unknown event type, with the nearest known type */
export function eventType(given: string): EventType {
  if (given === '') throw new UsageError('An event type is missing, invoice.paid for example.')
  refuseUnknown({ [given]: true }, EVENT_TYPES, 'an event type')
  return given as EventType
}
