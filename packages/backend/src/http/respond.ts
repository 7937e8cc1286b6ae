import { API_VERSION } from '@per-second/protocol/types'
import type { Scope } from '../domain/entities.ts'
import type { PageBody } from '../routes/service-page.ts'

/** One request on its way to its answer: what every answer carries, and what is told about it afterwards. */
export type RequestContext = {
  readonly requestId: string
  /** The route's template, or null for what is no route. */
  readonly template: string | null
  /** Whether it came with an `Authorization` header. */
  readonly showedCredential: boolean
  /** Which trace it belongs to (`domain/traceparent.ts`), if it says so. */
  readonly traceparent: string | null
  /** Whose request it is, once that is known. */
  scope: Scope | null
  /** What this answer carries beyond what every answer does. */
  headers: Record<string, string>
}

/** What a page on another origin may read of an answer. */
const EXPOSED_HEADERS =
  'Request-Id, Retry-After, Idempotent-Replayed, Billing-Version, Billing-Clock, Billing-Cap, WWW-Authenticate'

/** An answer with everything that every answer carries. CORS is open to every origin and never with credentials. */
export function respond(
  context: RequestContext,
  status: number,
  body: PageBody | null,
  contentType = 'application/json',
): Response {
  return new Response(body, {
    status,
    headers: {
      ...answerHeaders(context.requestId),
      ...(body !== null && { 'Content-Type': contentType }),
      ...context.headers,
    },
  })
}

/** The headers of every answer, errors, refused keys and broken requests included. */
export function answerHeaders(requestId: string): Record<string, string> {
  return {
    'Request-Id': requestId,
    'Billing-Version': API_VERSION,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  }
}
