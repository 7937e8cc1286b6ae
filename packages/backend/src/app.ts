import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import { ApiError } from './domain/api-error.ts'
import { checkVersion } from './middleware/check-version.ts'
import { answerError } from './middleware/error-handler.ts'
import { handleRoute, routeNotFound } from './middleware/handle-route.ts'
import { createPerformOnce } from './middleware/perform-once.ts'
import { createRateLimit } from './middleware/rate-limit.ts'
import { requestEnvelope } from './middleware/request-envelope.ts'
import { routerPath } from './routes/path-template.ts'
import { routeTable } from './routes/route-table.ts'

/** The whole service over HTTP, built from what it is given. */
export function createApp(deps: Deps): Hono {
  const app = new Hono()
  const limit = createRateLimit(deps.config)
  const performOnce = createPerformOnce(deps)
  const routes = routeTable.filter(route => deps.config.local || !(route.localOnly || route.testOnly))

  app.use(requestEnvelope(deps))
  app.use(checkVersion)
  for (const route of routes) {
    app.on(route.method, routerPath(route.path), handleRoute(route, deps, limit, performOnce))
  }
  for (const path of new Set(routes.map(route => routerPath(route.path)))) {
    app.all(path, () => {
      throw new ApiError('method_not_allowed', 'This route does not know this method.')
    })
  }
  app.notFound(c => answerError(c, routeNotFound(), deps.log))
  app.onError((error, c) => answerError(c, error, deps.log))
  return app
}
