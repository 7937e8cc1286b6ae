import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { BillingError } from '@per-second/client'
import { DemoError } from './errors/demo-error.ts'
import { startBackend } from './start/backend-process.ts'
import { browserFolder, buildBrowser, isBrowserStale } from './start/build-browser.ts'
import { buildElement, elementFolder, isElementStale } from './start/build-element.ts'
import { callDirectly } from './start/call-directly.ts'
import { listen } from './start/listen.ts'
import { announceOpenDemo, findOpenDemo, type OpenDemo } from './start/open-demo.ts'
import { HELP, parseRunOptions, type RunOptions } from './start/run-options.ts'
import { ensureCatalogue } from './store/catalogue.ts'
import { openMerchantAccount } from './store/merchant-account.ts'
import { createStoreApp } from './store/store-app.ts'
import { createStoreBilling } from './store/store-billing.ts'
import { openWebhookEndpoint } from './store/webhook-endpoint.ts'

const REPOSITORY = join(import.meta.dirname, '../..')

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

callDirectly()
process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  try {
    const options = parseRunOptions(args, REPOSITORY)
    if (options.help) process.stdout.write(HELP)
    else await run(options, interruption.signal)
    return 0
  } catch (error) {
    if (!(error instanceof DemoError || error instanceof BillingError)) throw error
    if (error.code === 'interrupted') return 0
    console.error(`\n${error.message}`)
    return 1
  }
}

async function run({ json, port, dataFolder }: RunOptions, signal: AbortSignal): Promise<void> {
  const say = (line: string) => (json ? console.error(line) : console.log(line))
  const open = await findOpenDemo(dataFolder)
  if (open) throw new DemoError('already_open', alreadyOpen(open))
  if (isElementStale(REPOSITORY)) {
    say('Building <billing-authorise>, the file a merchant would embed…')
    await buildElement(REPOSITORY, signal)
  }
  if (isBrowserStale(REPOSITORY)) {
    say("Building the store's pages…")
    await buildBrowser(REPOSITORY)
  }
  say('Starting the billing backend with its own chain…')
  await using backend = await startBackend({ repository: REPOSITORY, dataFolder, signal })
  const { url: billingUrl, chain, admin_token: adminToken } = backend.line
  let handle: RequestListener = (_, response) =>
    response.writeHead(503, { 'retry-after': '1' }).end('Starting…')
  await using server = await listen((request, response) => handle(request, response), port)
  if (port !== 0 && server.port !== port) say(`Port ${port} is taken, so the store uses another one.`)

  say('Filling the shelves…')
  const merchant = await openMerchantAccount(dataFolder, {
    apiKey: backend.line.merchant.test_key,
    baseUrl: billingUrl,
    adminToken,
  })
  const billing = createStoreBilling({ apiKey: merchant.test_key, baseUrl: billingUrl, adminToken })
  const webhook = await openWebhookEndpoint(billing, {
    dataFolder,
    url: `http://127.0.0.1:${server.port}/webhooks`,
  })
  const store = createStoreApp({
    billing,
    webhookSecret: webhook.secret,
    billingUrl,
    chain: { id: chain.chain_id, rpcUrl: chain.rpc_url, token: chain.token },
    folders: { element: elementFolder(REPOSITORY), browser: browserFolder(REPOSITORY) },
  })
  // Set before the shelves are filled, so that the store gets their webhooks.
  handle = getRequestListener(store.fetch)
  await ensureCatalogue(billing)
  using _word = announceOpenDemo(dataFolder, { url: server.url, pid: process.pid })
  if (json) console.log(JSON.stringify({ url: server.url, backend: { ...backend.line, merchant } }))
  else say(announcement(server.url, billingUrl, dataFolder))

  const crash = await Promise.race([backend.ended, aborted(signal)])
  if (crash) throw new DemoError('backend_failed', crash)
  say('\nStopping…')
}

function announcement(storeUrl: string, billingUrl: string, dataFolder: string): string {
  return `
  The store is open:  ${storeUrl}
  Its dashboard:      ${storeUrl}/dashboard
  The billing API:    ${billingUrl}
  Its documentation:  ${billingUrl}/docs

  Everything is kept in ${dataFolder}. Ctrl-C stops it all.
`
}

function alreadyOpen({ url, pid }: OpenDemo): string {
  return `The demo already runs at ${url} (process ${pid}).

Open that address, or stop it with Ctrl-C where it runs. For a second one beside it:  npm run demo -- --data ANOTHER_FOLDER`
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
