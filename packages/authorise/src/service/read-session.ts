import type { SessionAnswer } from './answer.ts'
import { parseBillingCap } from './billing-cap.ts'
import type { Http } from './http.ts'
import { sessionShape } from './session-shape.ts'

/** Where a session's routes begin. */
export function sessionPath(id: string): string {
  return `/checkout/sessions/${encodeURIComponent(id)}`
}

/** The one request that a page makes before anybody turns to the element. @throws {ServiceError} */
export async function readSession(
  http: Http,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SessionAnswer> {
  const reply = await http.ask({ path: sessionPath(id), shape: sessionShape(id), signal })
  const { value, clock, headers } = reply
  return { value, clock, cap: parseBillingCap(headers.get('billing-cap')) }
}
