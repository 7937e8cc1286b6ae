import type { SessionAnswer } from './answer.ts'
import { parseBillingCap } from './billing-cap.ts'
import type { Http } from './http.ts'
import { sessionShape } from './session-shape.ts'

/** The path prefix of a session's routes. */
export function sessionPath(id: string): string {
  return `/checkout/sessions/${encodeURIComponent(id)}`
}

/** The only request of a page before a person uses the element. @throws {ServiceError} */
export async function readSession(
  http: Http,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SessionAnswer> {
  const reply = await http.ask({ path: sessionPath(id), shape: sessionShape(id), signal })
  const { value, clock, headers } = reply
  return { value, clock, cap: parseBillingCap(headers.get('billing-cap')) }
}
