import type { Context } from 'hono'
import type { Deps } from '../routes/deps.ts'
import type { ServicePage } from '../routes/service-page.ts'
import { authenticateAdmin, readCredential } from './authenticate.ts'
import type { RateLimit } from './rate-limit.ts'
import { type RequestContext, respond } from './respond.ts'

/** Answers with a page of the service itself. Query parameters it does not know mean nothing: browsers and scrapers add their own. */
export function servePage(
  page: ServicePage,
  deps: Pick<Deps, 'config'>,
  limit: Pick<RateLimit, 'page'>,
): (c: Context, context: RequestContext) => Promise<Response> {
  const contentType =
    page.mediaType === 'application/json' ? page.mediaType : `${page.mediaType}; charset=utf-8`
  return async (c, context) => {
    const credential = readCredential(c, page)
    if (page.guarded) authenticateAdmin(credential, deps)
    else if (!page.neverRefused) limit.page()
    const body = await page.render(name => c.req.param(name) ?? c.req.query(name) ?? '')
    context.headers = { ...context.headers, ...(await page.headers?.()) }
    return respond(context, 200, body, contentType)
  }
}
