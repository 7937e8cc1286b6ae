import type { SchemaChanges } from './schema-changes.ts'

/**
 * One step from a version of the schema to the next. What was released is only followed by another step.
 *
 * It runs in one transaction with the note that it was done: it happens as a whole or not at all, also when the process is killed.
 * Processes of the version before may still be at work on the same database, so a step adds and widens: a new column has a value
 * for rows that do not name it, and what nobody needs any more is dropped one version after its last reader.
 */
export type Migration = (schema: SchemaChanges) => Promise<void>
