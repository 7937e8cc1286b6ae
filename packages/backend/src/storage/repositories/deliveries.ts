import type { UnixMillis } from '@per-second/protocol/time'
import type { Expression, SqlBool } from 'kysely'
import { createRepository, type Rows } from '../repository.ts'
import type { DueDeliveries, WaitingDeliveries } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Deliveries of events to webhook endpoints. */
export function createDeliveries(unit: UnitOfWork) {
  const { builder, sets } = unit.connection
  const table = unit.of('deliveries')
  const deliveries = createRepository(unit, 'deliveries')

  return {
    ...deliveries.rows,
    /** Deliveries of an event to these endpoints, oldest endpoint first. */
    ofEvent: async (eventId: string, endpointIds: readonly string[]) => {
      if (endpointIds.length === 0) return []
      return deliveries.all('of event', {
        args: { eventId, endpointIds: sets.list(endpointIds) },
        where: (rows, args) =>
          rows.and([sets.among('endpointId', args.endpointIds), rows('eventId', '=', args.eventId)]),
        by: 'endpointId',
      })
    },
    /** Earliest first. */
    due: ({ only, except = [], besides = [], ...request }: DueDeliveries) =>
      deliveries.all(only === undefined ? 'due' : 'due to one endpoint', {
        args: { ...request, only, except: sets.list(except), besides: sets.list(besides) },
        where: (rows, args) =>
          rows.and([
            rows('status', '=', 'pending'),
            rows('dueAt', '<=', args.now),
            only === undefined
              ? rows.not(sets.among('endpointId', args.except))
              : rows('endpointId', '=', args.only as string),
            rows.not(sets.among('id', args.besides)),
          ]),
        by: 'dueAt',
      }),
    /** The first `dueAt` of a pending one after an instant, or null. */
    nextDue: (after: UnixMillis) =>
      deliveries.least('next due', {
        args: { after },
        where: (rows, args) => rows.and([rows('status', '=', 'pending'), rows('dueAt', '>', args.after)]),
        by: 'dueAt',
      }),
    /** Makes pending ones of an endpoint due at this instant, or never while it is null: so many at most. @returns how many */
    move: async (
      endpointId: string,
      which: WaitingDeliveries,
      { dueAt, limit }: { dueAt: UnixMillis | null; limit: number },
    ) => {
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
    /** Of an endpoint, so many at most. @returns how many */
    removeOf: async (endpointId: string, limit: number) => {
      const some = builder.selectFrom('deliveries').select('id').where('endpointId', '=', endpointId)
      const removed = builder.deleteFrom('deliveries').where('id', 'in', some.limit(limit)).returning('id')
      return (await table.change(removed.compile())).length
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
