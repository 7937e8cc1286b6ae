import { type Condition, createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Deliveries of events to webhook endpoints. */
export function createDeliveries(unit: UnitOfWork): Transaction['deliveries'] {
  const { builder } = unit.connection
  const table = unit.of('deliveries')
  const deliveries = createRepository(unit, 'deliveries')

  return {
    ...deliveries,
    ofEvent: async (eventId, endpointIds) => {
      if (endpointIds.length === 0) return []
      const condition: Condition = rows =>
        rows.and([rows('endpointId', 'in', endpointIds), rows('eventId', '=', eventId)])
      return deliveries.all(condition, { by: 'endpointId' })
    },
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
      await table.change(
        builder
          .updateTable('deliveries')
          .set({ dueAt: instant })
          .where('endpointId', '=', endpointId)
          .where('status', '=', 'pending')
          .where('dueAt', '<', instant)
          .compile(),
      )
    },
    reschedule: async (endpointId, dueAt) => {
      await table.change(
        builder
          .updateTable('deliveries')
          .set({ dueAt })
          .where('endpointId', '=', endpointId)
          .where('status', '=', 'pending')
          .compile(),
      )
    },
    removeOf: async endpointId => {
      await table.change(builder.deleteFrom('deliveries').where('endpointId', '=', endpointId).compile())
    },
    releaseClaims: async () => {
      await table.change(
        builder
          .updateTable('deliveries')
          .set({ claimedUntil: null })
          .where('claimedUntil', 'is not', null)
          .compile(),
      )
    },
  }
}
