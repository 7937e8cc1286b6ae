import { TABLES } from '../tables.ts'
import type { SchemaChanges } from './schema-changes.ts'

/** Makes today's schema in an empty database, all of it: nothing else says how a new one is made. */
export async function createTables(schema: SchemaChanges): Promise<void> {
  for (const [table, spec] of Object.entries(TABLES)) await schema.createTable(table, spec)
  if (schema.engine !== 'postgres') return
  // Processes on one PostgreSQL tell by it who leads; its time is the database's own.
  await schema.run(
    'create table leases (id text primary key, token bigint not null, holder text not null, expires_at timestamptz not null)',
  )
  await schema.addIndexes('leases', { unique: [['id', 'token']] })
}
