import type { UnixMillis } from '@per-second/protocol/time'
import { sql } from 'kysely'
import type { Database } from './engine.ts'

/** Rows that are deleted some time after they have become of no use. Which of a table's, and by which of its instants. */
const OUTDATED = {
  idempotency: { table: 'idempotency', instant: 'created' },
  challenges: { table: 'challenges', instant: 'expiresAt' },
  tokens: { table: 'tokens', instant: 'expiresAt' },
  delivered: { table: 'deliveries', instant: 'created', status: 'delivered' },
  givenUp: { table: 'deliveries', instant: 'created', status: 'failed' },
  heldBack: { table: 'deliveries', instant: 'created', status: 'pending', dueAt: null },
  events: { table: 'events', instant: 'created' },
  jobs: { table: 'jobs', instant: 'created', statusNot: 'pending' },
} as const

/** A merchant's newest event stays: a reader that stopped there goes on from it, after any time without events. */
const HAS_LATER = sql<boolean>`exists (select 1 from events as later where later.merchant_id = events.merchant_id
  and later.mode = events.mode and later.position > events.position)`

/** A job that is over is looked up again when its transaction is orphaned: it goes after that. */
const IN_JOURNAL = sql<boolean>`exists (select 1 from transactions where transactions.id = jobs.transaction_id)`

export type OutdatedKind = keyof typeof OUTDATED
export const OUTDATED_KINDS = Object.keys(OUTDATED) as OutdatedKind[]

/** Deletes the oldest ones up to an instant, never more than `limit`, by an index. */
export function deleteOutdated(
  builder: Database,
  { kind, upTo, limit }: { kind: OutdatedKind; upTo: UnixMillis; limit: number },
) {
  const { table, instant, ...only } = OUTDATED[kind]
  const query = builder.deleteFrom(table).where('id', 'in', rows => {
    const oldest = rows
      .selectFrom(table)
      .select('id')
      .where(instant, '<=', upTo)
      .orderBy(instant)
      .limit(limit)
    if (kind === 'events') return oldest.where(HAS_LATER)
    if ('statusNot' in only)
      return oldest.where('status', '!=', only.statusNot).where(eb => eb.not(IN_JOURNAL))
    if (!('status' in only)) return oldest
    const ofStatus = oldest.where('status', '=', only.status)
    return 'dueAt' in only ? ofStatus.where('dueAt', 'is', only.dueAt) : ofStatus
  })
  return { table, query: query.returning('id') }
}
