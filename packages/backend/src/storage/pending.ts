import { type SqlBool, sql } from 'kysely'

/** What the indexes of pending rows hold. A literal wherever it is asked for: SQLite takes them for no value that it is told later. */
export const PENDING = "status = 'pending'"

export const isPending = sql<SqlBool>`${sql.raw(PENDING)}`
