import assert from 'node:assert/strict'
import { openPostgresStorage } from '../src/storage/postgres/postgres-storage.ts'
import { createDatabase } from './create-database.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres-server.ts'

/** PgBouncer refuses unknown parameters, or leaves out those in its configuration. */
const SETTINGS = [
  [],
  ['ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, options'],
]

/**
 * An address that does not name its pooler is refused, at the start and by `doctor`, and a server without one is not.
 *
 * @throws {assert.AssertionError}
 */
export async function proveUnnamedPoolerRefused(): Promise<void> {
  const server = await startPostgres()
  try {
    const refusal = { name: 'StorageError', code: 'address_invalid', message: /\?pgbouncer=true/ }
    for (const settings of SETTINGS) {
      const pooler = await startPgbouncer(server.address, settings)
      try {
        const named = await createDatabase(pooler.address)
        const unnamed = named.replace('?pgbouncer=true', '')
        await assert.rejects(openPostgresStorage(unnamed), refusal)
        await assert.rejects(openPostgresStorage(unnamed, { expected: 'current' }), refusal)
        await (await openPostgresStorage(named)).close()
      } finally {
        await pooler.stop()
      }
    }
    const direct = await openPostgresStorage(await server.newDatabase())
    await direct.close()
  } finally {
    await server.stop()
  }
}
