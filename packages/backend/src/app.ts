import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import { ApiError } from './domain/api-error.ts'
import { exchanging } from './middleware/exchange.ts'
import { handleRoute, routeNotFound } from './middleware/handle-route.ts'
import { createPerformOnce } from './middleware/perform-once.ts'
import { answerPreflight, isPreflight } from './middleware/preflight.ts'
import { createRateLimit } from './middleware/rate-limit.ts'
import { servePage } from './middleware/serve-page.ts'
import { pathMatcher, routerPath } from './routes/path-template.ts'
import { routeTable } from './routes/route-table.ts'
import { createServicePages } from './routes/service-pages.ts'

/** The whole service over HTTP, built from what it is given. */
export function createApp(deps: Deps): Hono {
  const app = new Hono()
  const limit = createRateLimit(deps.config)
  const performOnce = createPerformOnce(deps)
  const routes = routeTable.filter(route => deps.config.local || !(route.localOnly || route.testOnly))
  const pages = createServicePages(deps, routes)

  for (const route of routes) {
    const handle = handleRoute(route, deps, limit, performOnce)
    app.on(route.method, routerPath(route.path), exchanging(deps, route.path, handle))
  }
  for (const page of pages) app.get(page.path, exchanging(deps, page.path, servePage(page, deps)))

  const isKnown = pathMatcher([...routes, ...pages].map(({ path }) => path))
  // Methods of known paths are told apart here, so that a known route is the only handler the router finds for it.
  const refuse = exchanging(deps, null, (c, exchange) => {
    if (isPreflight(c)) return answerPreflight(exchange)
    if (!isKnown(c.req.path)) throw routeNotFound()
    throw new ApiError('method_not_allowed', 'This route does not know this method.')
  })
  app.notFound(refuse)
  return app
}
