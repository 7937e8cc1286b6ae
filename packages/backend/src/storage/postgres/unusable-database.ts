import { StorageError } from '../storage-error.ts'

/** Why the database cannot be used, and the command or the change that mends it. */
type Refusal = readonly [why: string, cure: string]

const GRANT: Refusal = [
  'The role of the database address may not create tables, or may not use those that another role made.',
  'As the owner of the database run: grant create, usage on schema public to ROLE; After a restore: restore the dump as ROLE, with pg_restore --no-owner',
]
const LOGIN: Refusal = [
  'The server does not accept the role or the password of the database address.',
  'Check both with: psql "$DATABASE_URL" -c "select 1". Set a password with: alter role ROLE login password \'…\';',
]
const CERTIFICATE: Refusal = [
  'The certificate of the database server is signed by an authority that this machine does not know.',
  'Download the authority’s certificate and end the address with ?sslmode=verify-full&sslrootcert=/path/to/ca.pem',
]
const SILENT: Refusal = [
  'No database server answers at that host and port.',
  'Check host and port of the address, the firewall, and that the server runs: pg_isready -d "$DATABASE_URL"',
]

/** By SQLSTATE, or the code of the system or of TLS. */
const REFUSALS: Record<string, Refusal> = {
  '28P01': LOGIN,
  '28000': [
    'The server does not let this role in from this machine (pg_hba.conf), with or without TLS as the address asks.',
    'If the server requires TLS, end the address with ?sslmode=verify-full; else add this machine and role to pg_hba.conf.',
  ],
  '3D000': [
    'The server has no database of that name.',
    'Create it with: createdb --encoding UTF8 NAME, or correct the name in the address.',
  ],
  '42501': GRANT,
  '3F000': [
    'The role has no schema to create tables in: its search_path is empty.',
    'Run: alter role ROLE set search_path = public;',
  ],
  '25006': [
    'The database is read-only: it is a standby, or its role only reads.',
    'Give the address of the primary, or run: alter role ROLE reset default_transaction_read_only;',
  ],
  '53300': [
    'The server has no connection left for this role.',
    'Raise max_connections of the server to at least 25 for each process, or put PgBouncer in front.',
  ],
  '57P03': ['The server is starting up or shutting down.', 'Try again shortly.'],
  CERT_HAS_EXPIRED: ['The certificate of the database server has expired.', 'Renew it on the server.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'The certificate of the database server is for another host name.',
    'Use the host name that the certificate names.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  ENOTFOUND: ['The host name of the database address is not known.', 'Check its spelling.'],
  EAI_AGAIN: ['The host name of the database address cannot be looked up now.', 'Check DNS of this machine.'],
  ENOENT: [
    'There is no socket of a database server in that folder.',
    'Check the folder (?host=/folder) and the port: the file is .s.PGSQL.PORT.',
  ],
  ECONNREFUSED: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ETIMEDOUT: SILENT,
}

const NO_TLS: Refusal = [
  'The database server does not speak TLS, and the address asks for it.',
  'Turn ssl on at the server, or end the address with ?sslmode=disable where the network is your own.',
]

/** A driver that waited in vain says so without a code. */
const WITHOUT_CODE: readonly [RegExp, Refusal][] = [
  [/does not support SSL/i, NO_TLS],
  [/timeout/i, SILENT],
]

/** The cure for a code that is not in the table. */
const OTHER_CURE = 'Check --database-url, and that its server runs.'

/**
 * The error for a database that cannot be used at a start: a sentence, and the cure.
 *
 * @param cause the driver's error
 */
export function unusableDatabase(cause: unknown): StorageError {
  if (cause instanceof StorageError && cause.cure !== null) return cause
  const thrown = cause instanceof StorageError ? cause.cause : cause
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const text = thrown instanceof Error ? thrown.message : ''
  const known = code === '' ? WITHOUT_CODE.find(([pattern]) => pattern.test(text))?.[1] : REFUSALS[code]
  const [why, cure] = known ?? ['The database cannot be used.', OTHER_CURE]
  return new StorageError('unavailable', why, { cause: thrown, cure })
}

/**
 * A crash of the server must lose no commit that was acknowledged, such as of a transaction that was sent since.
 *
 * @throws {StorageError} `unavailable` for commits that are acknowledged before they are on the disk
 */
export function refuseLooseCommits(synchronousCommit: unknown): void {
  if (synchronousCommit !== 'off') return
  const why = 'The server acknowledges commits that a crash loses (synchronous_commit = off).'
  throw new StorageError('unavailable', why, { cure: 'Run: alter role ROLE set synchronous_commit = on;' })
}

/** @throws {StorageError} `unavailable` unless the database keeps every character that a name can have */
export function refuseOtherEncoding(encoding: unknown): void {
  if (encoding === 'UTF8') return
  throw new StorageError('unavailable', `The database is encoded in ${encoding}, and names need UTF8.`, {
    cure: 'Create another one with: createdb --encoding UTF8 --template template0 NAME',
  })
}
