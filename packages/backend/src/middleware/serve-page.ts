import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import type { ServicePage } from '../routes/service-pages.ts'
import { authenticateAdmin, readCredential } from './authenticate.ts'
import { type Exchange, respond } from './respond.ts'

/** Answers with a page of the service itself. Its query parameters mean nothing: browsers and scrapers add their own. */
export function servePage(
  page: ServicePage,
  deps: Pick<Deps, 'config'>,
): (c: Context, exchange: Exchange) => Promise<Response> {
  const contentType =
    page.mediaType === 'application/json' ? page.mediaType : `${page.mediaType}; charset=utf-8`
  return async (c, exchange) => {
    const credential = readCredential(c, page)
    if (page.guarded) authenticateAdmin(credential, deps)
    const body = await page.render()
    exchange.headers = { ...exchange.headers, ...(await page.headers?.()) }
    return respond(exchange, 200, body, contentType)
  }
}
