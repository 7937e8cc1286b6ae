export type StorageErrorCode =
  | 'conflict'
  | 'lease_lost'
  | 'unavailable'
  | 'unwritable'
  | 'address_invalid'
  | 'schema_newer'

/** What goes wrong with a database itself. Messages name no address, user or password. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
