import type { CapFixedBy } from '@per-second/protocol/types'
import type { SessionAnswer } from './answer.ts'
import type { Http } from './http.ts'
import { sessionShape } from './session-shape.ts'

/** The path prefix of a session's routes. */
export function sessionPath(id: string): string {
  return `/checkout/sessions/${encodeURIComponent(id)}`
}

/**
 * The only request of a page before a person uses the element, besides the same one for the session that it carries on.
 *
 * @throws {ServiceError}
 */
export async function readSession(
  http: Http,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SessionAnswer> {
  const reply = await http.ask({ path: sessionPath(id), shape: sessionShape(id), signal })
  const { value, clock, headers } = reply
  return { value, clock, cap: parseBillingCap(headers.get('billing-cap')) }
}

/** Reads `Billing-Cap`. Null when it is missing, malformed or hidden from the page by CORS. */
export function parseBillingCap(header: string | null): CapFixedBy | null {
  return header === 'merchant' || header === 'subscriber' ? header : null
}
