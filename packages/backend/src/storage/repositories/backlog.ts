import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { Mode } from '../../domain/entities.ts'
import type { Row } from '../engine.ts'
import { isPending } from '../pending.ts'
import type { Backlog, OperatorWaiting, Waiting } from '../storage.ts'
import type { TableName } from '../tables.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** So many rows are read at most, a few milliseconds of work: beyond that an exact figure is useless. */
const MOST_COUNTED = 10_000

/** Of jobs whose meters are looked up one by one: so few that no engine reads the whole table instead. */
const MOST_LOOKED_UP = 1_000

/** The waiting work, as metrics of the service: each figure from one range of an index. */
export function createBacklog(unit: UnitOfWork) {
  const { builder } = unit.connection
  const ask = async (
    table: TableName,
    query: { compile(): { sql: string; parameters: readonly unknown[] } },
  ) => {
    const { sql, parameters } = query.compile()
    return (await unit.of(table).ask(sql, parameters)) as Row[string][][]
  }

  /** Also of operators whose key no process was given any more. */
  const jobs = async (mode: Mode, isSent: boolean): Promise<OperatorWaiting[]> => {
    const pending = builder
      .selectFrom('jobs')
      .select(['operator', 'notBefore'])
      .where(isPending)
      .where('mode', '=', mode)
      .where('transactionId', isSent ? 'is not' : 'is', null)
      .limit(MOST_COUNTED)
    const oldest = builder
      .selectFrom(pending.as('pending'))
      .select(row => ['operator', row.fn.min('notBefore').as('since')])
      .groupBy('operator')
      .orderBy('operator')
    return (await ask('jobs', oldest)).map(([operator, since]) => ({
      operator: operator as Address,
      since: Number(since),
    }))
  }

  const deliveries = async (now: number): Promise<Waiting> => {
    const due = builder
      .selectFrom('deliveries')
      .select('dueAt')
      .where('status', '=', 'pending')
      .where('dueAt', '<=', now)
      .limit(MOST_COUNTED)
    const counted = builder.selectFrom(due.as('due'))
    const [row] = await ask(
      'deliveries',
      counted.select(row => [row.fn.countAll().as('count'), row.fn.min('dueAt').as('since')]),
    )
    const [count, since] = row as unknown[]
    return { count: Number(count), since: since === null ? null : Number(since) }
  }

  /** A debt is tried again by a job that waits. */
  const pastDue = async (mode: Mode): Promise<number> => {
    const retried = builder
      .selectFrom('jobs')
      .select('subscriptionId')
      .where(isPending)
      .where('mode', '=', mode)
      .where('kind', '!=', 'open')
      .where('transactionId', 'is', null)
      .limit(MOST_LOOKED_UP)
    const query = builder
      .selectFrom('subscriptions')
      .select(row => row.fn.countAll().as('count'))
      .where('status', '=', 'past_due')
      .where('id', 'in', builder.selectFrom(retried.as('retried')).select('subscriptionId'))
    return Number((await ask('subscriptions', query))[0]?.[0])
  }

  const ofMode = async (mode: Mode) => ({
    unsent: await jobs(mode, false),
    sent: await jobs(mode, true),
    pastDue: await pastDue(mode),
  })
  return async (now: UnixMillis): Promise<Backlog> => ({
    test: await ofMode('test'),
    live: await ofMode('live'),
    deliveries: await deliveries(now),
  })
}
