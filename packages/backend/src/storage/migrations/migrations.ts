import type { SchemaChanges } from './schema-changes.ts'

/**
 * The version of the schema in tables.ts when the program was first released. Smaller numbers belong to databases of programs that were
 * never released.
 */
export const FIRST_STEP = 102

/** Every step from `FIRST_STEP` to the tables of tables.ts, oldest first. A new database needs none of them (migrate.ts). */
export const MIGRATIONS: readonly Migration[] = []

/** The version of today's schema. */
export const NEWEST_STEP = FIRST_STEP + MIGRATIONS.length

/**
 * One step from a version of the schema to the next. A released step never changes: only a further step follows it.
 *
 * It runs in one transaction with the note that it was done: it happens as a whole or not at all, also when the process
 * is killed. Processes of the previous version may still use the same database, so a step adds and widens. A new column
 * has a value for rows that do not name it, and an unused column is dropped one version after its last reader.
 */
export type Migration = (schema: SchemaChanges) => Promise<void>
