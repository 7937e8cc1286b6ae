import { type SqlBool, sql } from 'kysely'

/**
 * The condition of the indexes of pending rows. A literal in every query: SQLite uses such an index for no value that
 * is bound later.
 */
export const PENDING = "status = 'pending'"

export const isPending = sql<SqlBool>`${sql.raw(PENDING)}`
