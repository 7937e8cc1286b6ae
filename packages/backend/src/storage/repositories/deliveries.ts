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
    ofEvent: (eventId: string, endpointIds: readonly string[]) =>
      deliveries.all({ equal: { eventId }, among: ['endpointId', endpointIds], by: 'endpointId' }),
    /** Earliest first. */
    due: ({ now, limit, only, except = [], besides = [] }: DueDeliveries) =>
      deliveries.all({
        equal: { status: 'pending', ...(only !== undefined && { endpointId: only }) },
        where: [['dueAt', '<=', now]],
        also: {
          name: 'without some',
          args: { except: sets.list(except), besides: sets.list(besides) },
          fits: (rows, args) =>
            rows.not(rows.or([sets.among('endpointId', args.except), sets.among('id', args.besides)])),
        },
        by: 'dueAt',
        limit,
      }),
    /** The first `dueAt` of a pending one after an instant, or null. */
    nextDue: (after: UnixMillis) =>
      deliveries.least('dueAt', { equal: { status: 'pending' }, where: [['dueAt', '>', after]] }),
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
