import { readFile } from 'node:fs/promises'
import { z } from 'zod'
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
  const pages: ServicePage[] = [
    ...healthPages(deps),
    ...documentationPages(routes, () => pages),
    ...(local ? [testWalletPage(deps)] : []),
    ...(local || adminToken !== null ? [metricsPage(deps)] : []),
  ]
  return pages
}

function healthPages(deps: Deps): ServicePage[] {
  const refuseUnlessReady = createReadiness(deps)
  return [
    {
      path: '/healthz',
      operation: {
        operationId: 'service.health',
        summary: 'Check that the process responds',
        description: 'It checks nothing else. Use it to decide whether to restart the process.',
        schema: z.strictObject({ status: z.literal('ok').describe('Always `ok`.') }),
      },
      mediaType: 'application/json',
      neverRefused: true,
      render: () => '{"status":"ok"}',
    },
    {
      path: '/readyz',
      operation: {
        operationId: 'service.readiness',
        summary: 'Check that the service is ready',
        description:
          'Checks that the database is writable, the clock is right, the chain of every configured mode responds, the operator has gas, and the escrow holds the open meters’ deposits. Use it to decide whether to send requests.',
        schema: z.strictObject({ status: z.literal('ready').describe('Always `ready`.') }),
        refusals: ['chain_unavailable'],
      },
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
function documentationPages(
  routes: readonly Route[],
  described: () => readonly ServicePage[],
): ServicePage[] {
  const document = reuse(async () => {
    const { createOpenApiDocument } = await import('../openapi/create-document.ts')
    return createOpenApiDocument(routes, described())
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
      operation: {
        operationId: 'service.openapi',
        summary: 'Retrieve the API document, OpenAPI 3.1',
        description: 'Generated from the schemas that check requests. No key is needed.',
      },
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
    operation: {
      operationId: 'local.test_wallet.script',
      summary: 'Load a test wallet into any page',
      description:
        'One classic script: a wallet announced by EIP-6963 that keeps its key over reloads and signs every request, on the embedded chain, and a button that funds it. It contains no merchant’s key and no token.',
      refusals: ['route_not_found', 'chain_unavailable'],
    },
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
  const { local } = deps.config
  return {
    path: '/metrics',
    operation: {
      operationId: 'service.metrics',
      summary: 'Retrieve metrics for Prometheus',
      description: local
        ? 'Open in local mode, where only this machine reaches the service.'
        : 'Takes the operator’s token: figures tell how much business moves.',
    },
    mediaType: 'text/plain',
    guarded: !local,
    render: createMetricsPage(deps),
  }
}

/** Where the script lies beside the built service, and where in the repository once the element was built. */
const PLACES = ['./test-wallet.js', '../../../authorise/dist/testing/test-wallet.js']
