import { OptionError } from '../options/option-error.ts'

/** Whether a failure of the file system or a socket carries this code (`ENOENT`, `EADDRINUSE`, …). */
export function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/**
 * @param what "The file" or "The data folder", with its path
 * @throws {OptionError} with the system's reason, where it does not let this work make or use that
 */
export function withFile<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unusableFile(what, error)
  }
}

export function unusableFile(what: string, cause: unknown): OptionError {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return new OptionError(
    `${what} cannot be made, read or written${code}. Give it to the user of this process, or choose another folder with --data.`,
    { cause },
  )
}
