export type ErrorLike = { name: string; message: string; stack?: unknown; code?: unknown; cause?: unknown }

/**
 * The fields of an error from any realm. In a test runner with its own realm, `fetch` throws no instance of its
 * `Error`.
 */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false
  const { name, message } = value as Partial<ErrorLike>
  return typeof name === 'string' && typeof message === 'string'
}
