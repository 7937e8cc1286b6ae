import { toUnixSeconds } from '@per-second/protocol/time'
import type { Event as WireEvent } from '@per-second/protocol/types'
import type { Event } from '../domain/entities.ts'

/** An event carries the resource in the wire form it had when it happened. */
export function presentEvent(event: Event): WireEvent {
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    livemode: event.mode === 'live',
    created: toUnixSeconds(event.created),
    data: { object: event.data as WireEvent['data']['object'] },
  }
}
