import pg from 'pg'
import { StorageError } from './storage-error.ts'

/** OID of int8: counts and instants, which fit a double (`ColumnKind`). numeric stays text, as the driver gives it. */
const INT8 = 20

/** A holder of locks that stands still this long loses its session, and with it the locks (docs/money.md, rule 28). */
const IDLE_IN_TRANSACTION_MS = 5_000
const STATEMENT_MS = 30_000
const CONNECT_MS = 5_000

/**
 * Connections to one database.
 *
 * @param url `postgres://…`; it may hold a password, so that no error says more of it than that it cannot be used
 * @param onTrouble told of connections that end while nobody uses them
 * @throws {StorageError} `address_invalid`
 */
export function createPool(url: string, size: number, onTrouble: (error: Error) => void): pg.Pool {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StorageError(
      'address_invalid',
      'The database address must look like postgres://user@host/name.',
    )
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'per-second',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  })
  // Without a listener a connection that the server ends would end this process: the pool's is for those that nobody uses, and in
  // use a connection says it again to whoever asks it next.
  pool.on('error', onTrouble)
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/**
 * Whether a pooler in transaction mode is in front, which gives each transaction another connection: what one has prepared the next
 * one does not find there. The address says so as others' do, with `?pgbouncer=true`.
 */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true'
}
