export type ErrorLike = { name: string; message: string; stack?: unknown; code?: unknown; cause?: unknown }

/** What an error says, whichever realm made it: in a test runner with a realm of its own, `fetch` throws no instance of its `Error`. */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false
  const { name, message } = value as Partial<ErrorLike>
  return typeof name === 'string' && typeof message === 'string'
}
