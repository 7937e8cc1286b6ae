/** Whether a failure of the file system or a socket carries this code (`ENOENT`, `EADDRINUSE`, …). */
export function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
