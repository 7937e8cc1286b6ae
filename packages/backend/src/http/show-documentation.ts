import type { Context } from 'hono'
import { type RequestContext, respond } from './respond.ts'

/** Leads whoever opens the service's address to the documentation: a browser goes there, anybody else reads where it is. */
export function showDocumentation(_: Context, context: RequestContext): Response {
  context.headers.Location = 'docs'
  return respond(
    context,
    302,
    'The documentation is at docs, its errors at docs/errors, the API below v1.\n',
    'text/plain',
  )
}
