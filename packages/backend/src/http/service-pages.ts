import { readFile } from 'node:fs/promises'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { chainOrRefuse } from '../routes/find-or-refuse.ts'
import type { Route } from '../routes/route.ts'
import type { ServicePage } from '../routes/service-page.ts'
import { routeNotFound } from './handle-route.ts'
import { createReadiness } from './readiness.ts'
import { createMetricsPage } from './render-metrics.ts'
import { reuse } from './reuse.ts'

/**
 * The pages of one app. Their generators are loaded at the first request, not at start, and the bytes are kept.
 *
 * Metrics reveal how much money a merchant's business moves. Locally they are open, because only this machine reaches
 * the service. Otherwise they require the operator's token, and do not exist without one. Health and readiness reveal
 * nothing and stay open, because a load balancer that calls them has no token.
 */
export function createServicePages(deps: Deps, routes: readonly Route[]): ServicePage[] {
  const { local, adminToken } = deps.config
  return [
    ...healthPages(deps),
    ...documentationPages(routes),
    ...(local ? [testWalletPage(deps)] : []),
    ...(local || adminToken !== null ? [metricsPage(deps)] : []),
  ]
}

function healthPages(deps: Deps): ServicePage[] {
  const refuseUnlessReady = createReadiness(deps)
  return [
    {
      path: '/healthz',
      mediaType: 'application/json',
      neverRefused: true,
      render: () => '{"status":"ok"}',
    },
    {
      path: '/readyz',
      mediaType: 'application/json',
      neverRefused: true,
      render: async () => {
        await refuseUnlessReady()
        return '{"status":"ready"}'
      },
    },
  ]
}

/** The API document, and the pages of documentation, which are not part of the API. */
function documentationPages(routes: readonly Route[]): ServicePage[] {
  const document = reuse(async () => {
    const { createOpenApiDocument } = await import('../openapi/create-document.ts')
    return createOpenApiDocument(routes)
  })
  const site = reuse(async () => {
    const { createDocsSite } = await import('../reference/docs-site.ts')
    return createDocsSite(await document())
  })
  const headers = async () => (await import('../reference/render-page.ts')).PAGE_HEADERS
  const html = { mediaType: 'text/html', headers } as const
  return [
    {
      path: '/openapi.json',
      mediaType: 'application/json',
      render: reuse(async () => Buffer.from(JSON.stringify(await document()))),
    },
    {
      path: '/docs-search.json',
      mediaType: 'application/json',
      render: reuse(async () => Buffer.from(JSON.stringify((await site()).sections()))),
    },
    // The service's own address shows the documentation, too.
    ...['/', '/docs', '/docs/{page}'].map(path => ({
      ...html,
      path,
      render: async (name: string) => {
        const page = (await site()).page(name)
        if (page === null) throw routeNotFound('GET', `/docs/${name}`)
        return page
      },
    })),
  ]
}

function testWalletPage(deps: Deps): ServicePage {
  return {
    path: '/_local/test-wallet.js',
    mediaType: 'text/javascript',
    render: async () => {
      const {
        rpc_urls: [rpcUrl],
        chain_id: chainId,
      } = chainOrRefuse(deps, 'test').facts
      const options = { rpcUrl, chainId, faucetPath: '/_local/test_wallet/fund' }
      for (const place of PLACES) {
        const script = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => null)
        if (script !== null)
          return `globalThis.perSecondTestWallet ??= ${JSON.stringify(options)};\n${script}`
      }
      throw new ApiError(
        'route_not_found',
        'The test wallet is not built. Run "npm run build" and ask again.',
      )
    },
  }
}

function metricsPage(deps: Deps): ServicePage {
  return {
    path: '/metrics',
    mediaType: 'text/plain',
    guarded: !deps.config.local,
    render: createMetricsPage(deps),
  }
}

/** Where the script lies beside the built service, and where in the repository once the element was built. */
const PLACES = ['./test-wallet.js', '../../../authorise/dist/testing/test-wallet.js']
