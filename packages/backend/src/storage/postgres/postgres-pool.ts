import pg from 'pg'
import { StorageError } from '../storage-error.ts'
import { answerOf } from './postgres-answer.ts'

/** OID of int8: counts and instants, which fit a double (`ColumnKind`). numeric stays text, as the driver gives it. */
const INT8 = 20

/**
 * How long the server may take to answer a statement, a commit too, or to take a connection, in milliseconds. One that has fallen silent
 * after a failover never answers, and never closes what is open.
 */
const ANSWER_MS = 5_000

/**
 * The server gives up sooner than we do, at this share: a statement that it still works on ends in an error that says so, and a
 * transaction that stands still, whose holder may be gone with its locks (docs/money.md, rule 28), is over before anything is done in
 * its place. A commit that arrives later finds nothing to commit.
 */
const SERVER_SHARE = 0.8

/**
 * How statements are planned. Each has an index to go by. A plan is kept, and one made while a table was nearly empty would read it whole
 * for as long as nobody analyses it; and in a serialisable transaction what reads a table whole collides with everybody who writes to it.
 * A statement that has no other way still reads it, at a price that would look worth compiling.
 */
const PLANNING = { enable_seqscan: 'off', jit: 'off' } as const

/** What nobody has used for so long is closed, in milliseconds: after a failover it would be found silent only by using it. */
const UNUSED_MS = 5_000

/**
 * Connections to one database.
 *
 * @param url `postgres://…`; it may hold a password, so that no error says more of it than that it cannot be used
 * @param onTrouble told of connections that end while nobody uses them
 * @param answerMillis another time for answers than the usual five seconds; 0 for as long as they take, however planned
 * @throws {StorageError} `address_invalid`
 */
export function createPool(
  url: string,
  size: number,
  onTrouble: (error: Error) => void,
  answerMillis = ANSWER_MS,
): pg.Pool {
  refuseAddress(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // What is asked goes out at once, and is answered in its order.
    pipeline: true,
    application_name: 'per-second',
    connectionTimeoutMillis: answerMillis || ANSWER_MS,
    idleTimeoutMillis: UNUSED_MS,
    query_timeout: answerMillis,
    ...(answerMillis > 0 &&
      !isPooled(url) && {
        statement_timeout: answerMillis * SERVER_SHARE,
        idle_in_transaction_session_timeout: answerMillis * SERVER_SHARE,
        options: Object.entries(PLANNING)
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(' '),
      }),
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
}

/**
 * Whether a pooler in transaction mode is in front, which gives each transaction another connection: what one has prepared or set the
 * next one does not find there. The address says so as others' do, with `?pgbouncer=true`.
 */
export function isPooled(url: string): boolean {
  return new URLSearchParams(url.split('?')[1]).get('pgbouncer') === 'true'
}

/**
 * What goes before a transaction's first statement, in the same question. A pooler takes no settings for a connection, which is
 * everybody's: behind one each transaction has its own.
 */
export function settingsOf(url: string, answerMillis = ANSWER_MS): string {
  if (!isPooled(url)) return ''
  const millis = answerMillis * SERVER_SHARE
  const settings = { statement_timeout: millis, idle_in_transaction_session_timeout: millis, ...PLANNING }
  return Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = ${value}`)
    .join('')
}

/** `protocol_violation`: how PgBouncer refuses a start-up parameter that it does not know. */
const REFUSED_PARAMETER = '08P01'

/**
 * Finds out whether the settings of `createPool` have arrived: a pooler refuses them, or leaves them out when it was told to.
 *
 * @throws {StorageError} `address_invalid` where there is a pooler and the address does not say so; `unavailable`
 */
export async function refuseUnnamedPooler(pool: pg.Pool, url: string): Promise<void> {
  if (isPooled(url)) return
  const refusal = (cause?: unknown) =>
    new StorageError(
      'address_invalid',
      'There is a pooler in front of the database, as PgBouncer is: end the database address with ?pgbouncer=true.',
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
