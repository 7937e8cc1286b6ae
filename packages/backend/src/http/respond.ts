import { API_VERSION } from '@per-second/protocol/types'
import type { Scope } from '../domain/entities.ts'
import type { PageBody } from '../routes/service-page.ts'

/** One request on its way to its response: the fields of every response, and the data for its log line. */
export type RequestContext = {
  readonly requestId: string
  /** The route's template, or null for an unknown route. */
  readonly template: string | null
  /** Whether it came with an `Authorization` header. */
  readonly showedCredential: boolean
  /** Which trace it belongs to (`http/request-context.ts`), if it says so. */
  readonly traceparent: string | null
  /** The merchant and mode of the request, once known. */
  scope: Scope | null
  /** The fault that tests have armed for it, if it is to get no answer. */
  fault: 'timeout' | 'lost_response' | null
  /** The headers of this response beyond those of every response. */
  headers: Record<string, string>
}

/** The response headers that a page on another origin may read. */
const EXPOSED_HEADERS =
  'Request-Id, Retry-After, Idempotent-Replayed, Billing-Version, Billing-Clock, Billing-Cap, WWW-Authenticate'

type Answered = { status: number; body: PageBody | null; contentType?: string }

/** An answer with everything that every answer carries. CORS is open to every origin and never with credentials. */
export function respond(
  context: RequestContext,
  { status, body, contentType = 'application/json' }: Answered,
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
