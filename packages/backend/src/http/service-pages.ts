import { readFile } from 'node:fs/promises'
import type { Chain } from '@per-second/protocol/types'
import { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import { createMetricsPage } from '../observability/render-metrics.ts'
import type { Deps } from '../routes/deps.ts'
import type { Route } from '../routes/route.ts'
import type { ServicePage } from '../routes/service-page.ts'
import { routeNotFound } from './handle-route.ts'
import { createReadiness } from './readiness.ts'

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
      operationId: 'service.health',
      summary: 'Check that the process responds',
      description: 'It checks nothing else. Use it to decide whether to restart the process.',
      mediaType: 'application/json',
      guarded: false,
      neverRefused: true,
      schema: z.strictObject({ status: z.literal('ok').describe('Always `ok`.') }),
      render: () => '{"status":"ok"}',
    },
    {
      path: '/readyz',
      operationId: 'service.readiness',
      summary: 'Check that the service is ready',
      description:
        'Checks that the database is writable, the clock is right, the chain of every configured mode responds, the operator has gas, and the escrow holds the open meters’ deposits. Use it to decide whether to send requests.',
      mediaType: 'application/json',
      guarded: false,
      neverRefused: true,
      schema: z.strictObject({ status: z.literal('ready').describe('Always `ready`.') }),
      mayBeUnready: true,
      render: async () => {
        await refuseUnlessReady()
        return '{"status":"ready"}'
      },
    },
  ]
}

/** @param described all pages, these among them */
function documentationPages(
  routes: readonly Route[],
  described: () => readonly ServicePage[],
): ServicePage[] {
  const document = once(async () => {
    const { createOpenApiDocument } = await import('../openapi/create-document.ts')
    return createOpenApiDocument(routes, described())
  })
  const json = once(async () => Buffer.from(JSON.stringify(await document())))
  const site = once(async () => {
    const { createDocsSite } = await import('../reference/docs-site.ts')
    return createDocsSite(await document())
  })
  const pageHeaders = async () => (await import('../reference/render-page.ts')).PAGE_HEADERS
  return [
    {
      path: '/openapi.json',
      operationId: 'service.openapi',
      summary: 'Retrieve the API document, OpenAPI 3.1',
      description: 'Generated from the schemas that check requests. No key is needed.',
      mediaType: 'application/json',
      guarded: false,
      render: json,
    },
    {
      path: '/',
      operationId: 'service.home',
      summary: 'Redirect to the documentation',
      description: 'A few links. Browsers are redirected to the documentation.',
      mediaType: 'text/html',
      guarded: false,
      headers: pageHeaders,
      render: async () => (await import('../reference/render-page.ts')).renderHome(),
    },
    {
      path: '/docs',
      operationId: 'service.documentation',
      summary: 'Show the documentation',
      description: 'The first page, with links to all others. No page loads files of a third party.',
      mediaType: 'text/html',
      guarded: false,
      headers: pageHeaders,
      render: async () => (await site()).start(),
    },
    {
      path: '/docs/search.json',
      operationId: 'service.documentation_search',
      summary: 'Retrieve the search index of the documentation',
      description: 'For the pages’ own script, which searches it in the browser by MiniSearch.',
      mediaType: 'application/json',
      guarded: false,
      render: once(async () => Buffer.from((await site()).searchIndex())),
    },
    {
      path: '/docs/minisearch.js',
      operationId: 'service.documentation_search_script',
      summary: 'Retrieve MiniSearch for the documentation pages',
      description: 'The library that the pages search with, under its MIT licence.',
      mediaType: 'text/javascript',
      guarded: false,
      render: once(async () => Buffer.from((await import('../reference/docs-site.ts')).readSearchScript())),
    },
    {
      path: '/docs/{page}',
      operationId: 'service.documentation_page',
      summary: 'Show a page of the documentation',
      description:
        'Each guide by its name. `reference` is the API reference. `errors` has an anchor for every code of the API, the element and the client.',
      mediaType: 'text/html',
      guarded: false,
      parameters: [
        { name: 'page', in: 'path', description: 'Such as `quick-start`, `webhooks` or `reference`.' },
      ],
      headers: pageHeaders,
      render: async parameter => {
        const page = (await site()).page(parameter('page'))
        if (page === null) throw routeNotFound()
        return page
      },
    },
  ]
}

function testWalletPage(deps: Deps): ServicePage {
  return {
    path: '/_local/test-wallet.js',
    operationId: 'local.test_wallet.script',
    summary: 'Load a test wallet into any page',
    description:
      'One classic script: a wallet announced by EIP-6963 that keeps its key over reloads and signs every request, on the embedded chain, and a button that funds it. It contains no merchant’s key and no token.',
    mediaType: 'text/javascript',
    guarded: false,
    render: async () => {
      const chain = deps.operators.test.current?.facts
      const script = chain ? await testWalletScript(chain) : null
      if (script !== null) return script
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
    operationId: 'service.metrics',
    summary: 'Retrieve metrics for Prometheus',
    description: local
      ? 'Open in local mode, where only this machine reaches the service.'
      : 'Takes the operator’s token: figures tell how much business moves.',
    mediaType: 'text/plain',
    guarded: !local,
    render: createMetricsPage(deps),
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Where the script lies beside the built service, and where in the repository once the element was built. */
const PLACES = ['./test-wallet.js', '../../../authorise/dist/testing/test-wallet.js']

/** One classic script that puts a test wallet and a button of the faucet on a page, or null where it was not built. */
async function testWalletScript({ rpc_urls: [rpcUrl], chain_id: chainId }: Chain): Promise<string | null> {
  for (const place of PLACES) {
    const script = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => null)
    if (script === null) continue
    const options = { rpcUrl, chainId, faucetPath: '/_local/test_wallet/fund' }
    return `globalThis.perSecondTestWallet ??= ${JSON.stringify(options)};\n${script}`
  }
  return null
}
