type HeaderValue = string | readonly string[] | undefined

/**
 * The headers of a request as servers hand them over: a `Headers` of any fetch, Node's object, a `Map` or pairs. Names may be in any
 * case.
 */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Iterable<readonly [string, HeaderValue]>
  | Record<string, HeaderValue>

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Id, timestamp and signature, each `undefined` where the header is absent. */
export function readWebhookHeaders(headers: WebhookHeaders): Array<string | undefined> {
  const entries = entriesOf(headers)
  return NAMES.map(name => {
    const value = entries.find(([key]) => String(key).toLowerCase() === name)?.[1]
    const first = Array.isArray(value) ? value[0] : value
    return first === undefined || first === null ? undefined : String(first)
  })
}

/**
 * Recognised by their methods: a test runner, a framework or undici has a `Headers` that is no instance of the global
 * one.
 */
function entriesOf(headers: object): unknown[][] {
  if (typeof headers !== 'object' || headers === null) return []
  if (Symbol.iterator in headers) return [...(headers as Iterable<unknown>)].filter(Array.isArray)
  const { get } = headers as { get?: unknown }
  if (typeof get === 'function') return NAMES.map(name => [name, get.call(headers, name)])
  return Object.entries(headers)
}
