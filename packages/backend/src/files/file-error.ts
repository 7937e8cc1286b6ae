import { OptionError } from '../options/option-error.ts'

/** Whether a failure of the file system or a socket carries this code (`ENOENT`, `EADDRINUSE`, …). */
export function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/**
 * @param subject "The file" or "The data folder", with its path
 * @throws {OptionError} with the system's reason, where it does not let this work make or use it
 */
export function withFile<T>(subject: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unusableFile(subject, error)
  }
}

export function unusableFile(subject: string, cause: unknown): OptionError {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  const cure = isFileError(cause, 'ENOSPC') ? 'Make room on its disk' : 'Give it to the user of this process'
  return new OptionError(
    `${subject} cannot be made, read or written${code}. ${cure}, or choose another folder with --data.`,
    { cause },
  )
}
