import { AuthoriseError } from '../errors/authorise-error.ts'

/** @throws {AuthoriseError} `parameter_invalid`, since only `fileStore` gets here in a browser */
const notHere = async (): Promise<never> => {
  const message = 'store: a browser has no files, so pass a store of your own instead of fileStore.'
  throw new AuthoriseError('parameter_invalid', message, { field: 'store' })
}

export const nodeFiles = notHere
export const nodeOs = notHere
export const nodeProcess = notHere
export const nodeCrypto = notHere
