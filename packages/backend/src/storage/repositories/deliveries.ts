import type { Expression, SqlBool } from 'kysely'
import { type Condition, createRepository, type Rows } from '../repository.ts'
import type { Transaction, WaitingDeliveries } from '../storage.ts'
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
    move: async (endpointId, which, dueAt, limit) => {
      const some = builder
        .selectFrom('deliveries')
        .select('id')
        .where('endpointId', '=', endpointId)
        .where('status', '=', 'pending')
        .where(rows => of(which, rows))
        .limit(limit)
      const moved = builder.updateTable('deliveries').set({ dueAt }).where('id', 'in', some).returning('id')
      return (await table.change(moved.compile())).length
    },
    removeOf: async (endpointId, limit) => {
      const some = builder.selectFrom('deliveries').select('id').where('endpointId', '=', endpointId)
      const removed = builder.deleteFrom('deliveries').where('id', 'in', some.limit(limit)).returning('id')
      return (await table.change(removed.compile())).length
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

function of(which: WaitingDeliveries, rows: Rows): Expression<SqlBool> {
  if (which === 'heldBack') return rows('dueAt', 'is', null)
  if (which === 'due') return rows('dueAt', 'is not', null)
  if ('before' in which) return rows('dueAt', '<', which.before)
  if ('at' in which) return rows('dueAt', '=', which.at)
  return rows.and([rows('dueAt', '>', which.after), rows('dueAt', '!=', which.except)])
}
