import { startPostgres } from './postgres-server.ts'

/** Runs a proof with every backend it starts on a PostgreSQL server of its own, or on SQLite. */
export async function onPostgres<T>(wanted: boolean, prove: () => Promise<T>): Promise<T> {
  if (!wanted) return prove()
  const server = await startPostgres()
  // Read by test-database.ts.
  process.env.TEST_POSTGRES = server.address
  try {
    return await prove()
  } finally {
    await server.stop()
  }
}
