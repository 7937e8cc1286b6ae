export type StorageErrorCode =
  | 'conflict'
  | 'lease_lost'
  | 'unavailable'
  | 'unwritable'
  | 'address_invalid'
  | 'schema_missing'
  | 'schema_older'
  | 'schema_other'

/** A fault of the database itself. Messages name no address, user or password. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode
  /** The cure, in words, or null where the message has it, or time mends it. */
  readonly cure: string | null

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions & { cure?: string }) {
    super(message, options)
    this.code = code
    this.cure = options?.cure ?? null
  }

  /** A driver's code says why without saying where: SQLite's number, SQLSTATE or the system's own. Goes behind the message. */
  get reason(): string {
    const { cause } = this
    if (!(cause instanceof Error)) return ''
    if ('errcode' in cause) return ` (SQLite ${cause.errcode})`
    return 'code' in cause ? ` (${cause.code})` : ''
  }
}
