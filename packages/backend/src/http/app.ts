import { type Context, Hono } from 'hono'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { routeTable } from '../routes/route-table.ts'
import type { ServicePage } from '../routes/service-page.ts'
import { authenticateAdmin, readCredential } from './authenticate.ts'
import { handleRoute, MAX_PATH_CHARACTERS, routeNotFound } from './handle-route.ts'
import { PerformOnce } from './idempotency/perform-once.ts'
import { createPlaces } from './places.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { withRequestContext } from './request-context.ts'
import { type RequestContext, respond } from './respond.ts'
import { createServicePages } from './service-pages.ts'

/** Named one by one: a `*` never covers `Authorization`. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, Billing-Version, traceparent'
const METHODS = ['GET', 'POST', 'DELETE']
const PREFLIGHT_SECONDS = '7200'

/** The whole service over HTTP, built from its dependencies. */
export function createApp(deps: Deps): Hono {
  // Hono's own choice falls back to a router of twice the time, for all routes, where two paths overlap. This one refuses them.
  const app = new Hono({ router: new RegExpRouter() })
  const limit = createRateLimit(deps.config)
  const places = createPlaces()
  const performOnce = new PerformOnce(deps, places)
  const routes = routeTable.filter(route => deps.config.local || !(route.localOnly || route.testOnly))
  const pages = createServicePages(deps, routes)

  for (const route of routes) {
    const handle = handleRoute(route, deps, { limit, places, performOnce })
    app.on(route.method, routerPath(route.path), withRequestContext(deps, route.path, handle))
  }
  for (const page of pages)
    app.get(routerPath(page.path), withRequestContext(deps, page.path, servePage(page, deps, limit)))

  // The methods of known paths are distinguished here, so that a known route is the only handler that the router finds
  // for it.
  const refuse = withRequestContext(deps, null, (c, context) => {
    if (isPreflight(c)) return answerPreflight(context)
    const { method, path } = c.req
    const methods = METHODS.filter(each => app.router.match(each, path)[0].length > 0)
    if (methods.length === 0) throw routeNotFound(method, path)
    const refusal = `${method} is not supported on ${path.slice(0, MAX_PATH_CHARACTERS)}.`
    throw new ApiError('method_not_allowed', `${refusal} Use ${methods.toSorted().join(' or ')}.`)
  })
  app.notFound(refuse)
  return app
}

/** The same path in the router's notation. */
function routerPath(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Preflights carry no key, so they stand outside authentication. */
function isPreflight(c: Context): boolean {
  return c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined
}

function answerPreflight(context: RequestContext): Response {
  context.headers = {
    'Access-Control-Allow-Methods': METHODS.join(', '),
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  }
  return respond(context, { status: 204, body: null })
}

/** Answers with a page of the service itself. Query parameters it does not know mean nothing: browsers and scrapers add their own. */
function servePage(
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
    const body = await page.render(c.req.param('page') ?? '')
    context.headers = { ...context.headers, ...(await page.headers?.()) }
    return respond(context, { status: 200, body, contentType })
  }
}
