import type { Migration } from './migration.ts'

/**
 * The version of the schema in tables.ts when the program was first released. Smaller numbers belong to databases of programs that were
 * never released.
 */
export const FIRST_STEP = 101

/** Every step from `FIRST_STEP` to the tables of tables.ts, oldest first. A new database needs none of them (create-tables.ts). */
export const MIGRATIONS: readonly Migration[] = []

/** The version of today's schema. */
export const NEWEST_STEP = FIRST_STEP + MIGRATIONS.length
