import type { CheckoutSession } from '@per-second/protocol/types'
import type { Answer } from './answer.ts'
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
export function readSession(
  http: Http,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Answer<CheckoutSession>> {
  return http.ask({ path: sessionPath(id), shape: sessionShape(id), signal })
}
