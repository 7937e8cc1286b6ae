import { isErrorLike } from './error-like.ts'

const MASK = '[API key]'

/** Removes the key from a foreign text, in case a proxy between client and service quotes the request. */
export function withoutKey(text: string, apiKey: string): string {
  return text.split(apiKey).join(MASK)
}

/**
 * A foreign error as it may be kept in `cause`: name, message, code, stack and its own cause, without the key. No other
 * field is copied, because an HTTP library may attach the failed request, headers and all.
 */
export function foreignCause(error: unknown, apiKey: string, depth = 4): unknown {
  if (!isErrorLike(error)) return new Error(withoutKey(String(error), apiKey))
  const copy = new Error(withoutKey(error.message, apiKey)) as Error & { code?: unknown }
  Object.defineProperty(copy, 'name', { value: error.name })
  Object.defineProperty(copy, 'stack', { value: withoutKey(String(error.stack), apiKey), writable: true })
  const { code, cause } = error
  if (typeof code === 'string') copy.code = withoutKey(code, apiKey)
  if (cause !== undefined && depth > 0)
    Object.defineProperty(copy, 'cause', { value: foreignCause(cause, apiKey, depth - 1) })
  return copy
}
