import type { Connection } from '../engine.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'

/** Deliveries of events to webhook endpoints. */
export function createDeliveries(connection: Connection): Transaction['deliveries'] {
  const { database, known } = connection
  const deliveries = createRepository(connection, 'deliveries')

  return {
    ...deliveries,
    due: ({ now, realNow, limit, to }) =>
      deliveries.all(
        rows =>
          rows.and([
            rows('status', '=', 'pending'),
            rows('dueAt', '<=', now),
            rows.or([rows('claimedUntil', 'is', null), rows('claimedUntil', '<=', realNow)]),
            ...('only' in to ? [rows('endpointId', '=', to.only)] : []),
            ...('except' in to && to.except.length > 0 ? [rows('endpointId', 'not in', to.except)] : []),
          ]),
        { by: 'dueAt', limit },
      ),
    nextDue: after =>
      deliveries.least('dueAt', rows =>
        rows.and([rows('status', '=', 'pending'), rows('dueAt', '>', after)]),
      ),
    postpone: async (endpointId, instant) => {
      known.of('deliveries').clear()
      await database
        .updateTable('deliveries')
        .set({ dueAt: instant })
        .where('endpointId', '=', endpointId)
        .where('status', '=', 'pending')
        .where('dueAt', '<', instant)
        .execute()
    },
    reschedule: async (endpointId, dueAt) => {
      known.of('deliveries').clear()
      await database
        .updateTable('deliveries')
        .set({ dueAt })
        .where('endpointId', '=', endpointId)
        .where('status', '=', 'pending')
        .execute()
    },
    removeOf: async endpointId => {
      known.of('deliveries').clear()
      await database.deleteFrom('deliveries').where('endpointId', '=', endpointId).execute()
    },
    releaseClaims: async () => {
      known.of('deliveries').clear()
      await database
        .updateTable('deliveries')
        .set({ claimedUntil: null })
        .where('claimedUntil', 'is not', null)
        .execute()
    },
  }
}
