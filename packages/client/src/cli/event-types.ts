import { EVENT_TYPES, type EventType } from '@per-second/protocol/types'
import { refuseUnknown } from '../request/refuse-unknown.ts'
import { UsageError } from './usage-error.ts'

/** @throws {InvalidRequestError} for an unknown event type, with the nearest known type */
export function eventType(given: string): EventType {
  if (given === '') throw new UsageError('An event type is missing, invoice.paid for example.')
  refuseUnknown({ [given]: true }, EVENT_TYPES, 'an event type')
  return given as EventType
}
