import { Hono } from 'hono'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { pathMatcher, routerPath } from '../routes/path-template.ts'
import { routeTable } from '../routes/route-table.ts'
import { handleRoute, routeNotFound } from './handle-route.ts'
import { PerformOnce } from './idempotency/perform-once.ts'
import { createPlaces } from './places.ts'
import { answerPreflight, isPreflight } from './preflight.ts'
import { createRateLimit } from './rate-limit.ts'
import { withRequestContext } from './request-context.ts'
import { servePage } from './serve-page.ts'
import { createServicePages } from './service-pages.ts'

/** The whole service over HTTP, built from what it is given. */
export function createApp(deps: Deps): Hono {
  const app = new Hono()
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

  const isKnown = pathMatcher([...routes, ...pages].map(({ path }) => path))
  // Methods of known paths are told apart here, so that a known route is the only handler the router finds for it.
  const refuse = withRequestContext(deps, null, (c, context) => {
    if (isPreflight(c)) return answerPreflight(context)
    if (!isKnown(c.req.path)) throw routeNotFound()
    throw new ApiError('method_not_allowed', 'This route does not know this method.')
  })
  app.notFound(refuse)
  return app
}
