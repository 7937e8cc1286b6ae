import pg from 'pg'
import { StorageError } from '../storage-error.ts'
import { answerOf } from './postgres-answer.ts'

/** OID of int8: counts and instants, which fit a double (`ColumnKind`). numeric stays text, as the driver gives it. */
const INT8 = 20

/**
 * How long the server may take to answer a statement, a commit too, or to take a connection, in milliseconds. A server
 * that is silent after a failover never responds, and never closes its open connections.
 */
const ANSWER_MS = 5_000

/**
 * The share of our time after which the server gives up, sooner than we do. A statement that it still works on ends in
 * an error that says so. An idle transaction, whose holder may be gone with its locks (docs/money.md, rule 28), is over
 * before its work is done again. A commit that arrives later finds nothing to commit.
 */
const SERVER_SHARE = 0.8

/**
 * How statements are planned. Each has an index to go by. A plan is kept, and one made while a table was nearly empty
 * would read it whole until an ANALYZE. In a serialisable transaction a whole read of a table collides with every
 * writer to it. A statement that has no other way still reads it, at a price that would look worth compiling.
 */
const PLANNING = { enable_seqscan: 'off', jit: 'off' } as const

/**
 * The settings that other programs give a role or a server, at the server's own defaults. A wait for a lock is bounded by the
 * time for a statement, and an unused connection is closed by this side.
 */
const SESSION = {
  default_transaction_isolation: 'read\\ committed',
  lock_timeout: '0',
  idle_session_timeout: '0',
  array_nulls: 'on',
} as const

/**
 * A connection unused for so long is closed, in milliseconds: only its use would show that it is silent after a
 * failover.
 */
const UNUSED_MS = 5_000

type PoolOptions = {
  size: number
  /** Called for connections that end while unused. */
  onTrouble: (error: Error) => void
  /** Another time for responses than the usual five seconds, or 0 for any time, with any plan. */
  answerMillis?: number
}

/**
 * Connections to one database.
 *
 * @param url `postgres://…`. It may hold a password, so errors say only that it cannot be used
 * @throws {StorageError} `address_invalid`
 */
export function createPool(url: string, { size, onTrouble, answerMillis = ANSWER_MS }: PoolOptions): pg.Pool {
  refuseAddress(url)
  const isBounded = answerMillis > 0 && !isPooled(url)
  const pool = new pg.Pool({
    // The driver would take the address's options in place of ours.
    connectionString: isPooled(url) ? url : url.replaceAll(/([?&])options=[^&]*/g, '$1'),
    max: size,
    // Statements are sent at once, and answered in order.
    pipeline: true,
    application_name: 'per-second',
    connectionTimeoutMillis: answerMillis || ANSWER_MS,
    idleTimeoutMillis: UNUSED_MS,
    query_timeout: answerMillis,
    ...(!isPooled(url) && { options: startOptions(url, { ...SESSION, ...(isBounded && PLANNING) }) }),
    ...(isBounded && {
      statement_timeout: answerMillis * SERVER_SHARE,
      idle_in_transaction_session_timeout: answerMillis * SERVER_SHARE,
    }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  })
  // Without a listener an ended connection would end this process. The pool's listener is for unused connections, and a
  // connection in use reports the error to its next query.
  pool.on('error', onTrouble)
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** The options of the address, such as a `search_path`, and then ours, because the last of a name counts. */
function startOptions(url: string, settings: Record<string, string>): string {
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return [...parametersOf(url).getAll('options'), ...ours].join(' ')
}

/** The parameters that the driver would take from the address in place of the service's own. */
const OURS = ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout', 'query_timeout']

/** The parameters of other drivers that name a schema. PostgreSQL's own would use another one without a word. */
const SCHEMAS = ['schema', 'currentSchema']

/**
 * Every address that the driver itself reads is one: with several ways to name a socket, or with a certificate's file.
 *
 * @throws {StorageError} `address_invalid`
 */
function refuseAddress(url: string): void {
  const refusal = (why: string) =>
    new StorageError(
      'address_invalid',
      `The database address must look like postgres://user:password@host:5432/name${why}. Signs such as @ : / # in a password are written as %40 %3A %2F %23.`,
    )
  if (!/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(url)) throw refusal('')
  try {
    new pg.Client({ connectionString: url })
  } catch (error) {
    const isFile = error instanceof Error && 'code' in error && 'path' in error
    throw refusal(isFile ? `, and the file ${error.path} that it names cannot be read (${error.code})` : '')
  }
  const parameters = parametersOf(url)
  const ours = OURS.find(name => parameters.has(name))
  if (ours !== undefined)
    throw new StorageError(
      'address_invalid',
      `The database address sets ${ours}, which the service sets itself. Leave it out of the address.`,
    )
  const schema = SCHEMAS.find(name => (parameters.get(name) || 'public') !== 'public')
  if (schema !== undefined)
    throw new StorageError(
      'address_invalid',
      `The database address names a schema as ${schema}, which PostgreSQL does not read: the tables are in the first schema of the role's search_path. Leave it out, and for another schema run: alter role ROLE set search_path = SCHEMA;`,
    )
}

function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?')[1])
}

/**
 * Whether a pooler in transaction mode is in front, which gives each transaction another connection. Prepared
 * statements and settings of one transaction are missing in the next one. The address says so as is usual, with
 * `?pgbouncer=true`.
 */
export function isPooled(url: string): boolean {
  return parametersOf(url).get('pgbouncer') === 'true'
}

/**
 * The settings before a transaction's first statement, in the same query. A pooler accepts no settings for a shared
 * connection, so behind one each transaction has its own.
 */
export function settingsOf(url: string, answerMillis = ANSWER_MS): string {
  if (!isPooled(url)) return ''
  const millis = answerMillis * SERVER_SHARE
  const settings = {
    statement_timeout: millis,
    idle_in_transaction_session_timeout: millis,
    lock_timeout: SESSION.lock_timeout,
    array_nulls: SESSION.array_nulls,
    ...PLANNING,
  }
  return Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = ${value}`)
    .join('')
}

/** `protocol_violation`: how PgBouncer refuses a start-up parameter that it does not know. */
const REFUSED_PARAMETER = '08P01'

/**
 * Checks whether the settings of `createPool` have arrived: a pooler refuses them, or drops them if configured to.
 *
 * @throws {StorageError} `address_invalid` behind a pooler that the address does not name, or `unavailable`
 */
export async function refuseUnnamedPooler(pool: pg.Pool, url: string): Promise<void> {
  if (isPooled(url)) return
  const refusal = (cause?: unknown) =>
    new StorageError(
      'address_invalid',
      'The database is behind a pooler such as PgBouncer: add ?pgbouncer=true to its URL.',
      { cause },
    )
  try {
    const { rows } = await answerOf(
      pool.query<{ setting: string }>("select setting from pg_settings where name = 'statement_timeout'"),
    )
    if (rows[0]?.setting !== String(pool.options.statement_timeout)) throw refusal()
  } catch (error) {
    const cause = error instanceof StorageError && error.cause
    throw cause instanceof pg.DatabaseError && cause.code === REFUSED_PARAMETER ? refusal(cause) : error
  }
}
