import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { json as jsonOf } from 'node:stream/consumers'
import type {
  CheckoutSession,
  Event,
  Invoice,
  List,
  Product,
  Statement,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from '@per-second/protocol/types'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { EVENT_CATALOGUE } from './event-catalogue.ts'
import { followQuickStart, type QuickStartFolder } from './quick-start-folder.ts'
import { runSample, startSample } from './run-sample.ts'
import { createCaller, createSubscriber } from './subscriber.ts'
import { unassignedPort } from './unassigned-port.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const EXAMPLES = join(import.meta.dirname, '../../../demo/examples')
const JSON_BODY = { 'Content-Type': 'application/json' }

let backend: BackendProcess
let project: QuickStartFolder
let call: ReturnType<typeof createCaller>
const ran = new Set<string>()
beforeAll(async () => {
  backend = await startBackend()
  project = await followQuickStart(backend)
  call = createCaller(backend.url, backend.merchant.test_key)
  await run('samples/move-clock.sh')
})
afterAll(async () => {
  project?.remove()
  await backend.remove()
})

/** Runs a sample as the page shows it, in the folder of the quick start. */
async function run(sample: string, more: Record<string, string> = {}): Promise<string> {
  ran.add(sample)
  const environment = { ...project.environment, ...more }
  return runSample(project.save(sample), { folder: project.folder, environment })
}

async function json<T>(sample: string, more: Record<string, string> = {}): Promise<T> {
  return JSON.parse(await run(sample, more)) as T
}

async function advance(seconds: number): Promise<void> {
  await call('POST', '/v1/test_helpers/clock/advance', { seconds })
}

/** A session of the product, authorised by a new subscriber. */
async function subscribe(product: Product, seconds = 3600): Promise<Subscription> {
  const subscriber = createSubscriber(backend)
  await subscriber.fund('20')
  const { body } = await call<CheckoutSession>('POST', '/v1/checkout/sessions', {
    product: product.id,
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
  })
  return (await subscriber.subscribe(body, seconds)).read()
}

/** The subscriber's second checkout carries the meter of the first on. */
async function carryOn(product: Product): Promise<[Subscription, Subscription]> {
  const subscriber = createSubscriber(backend)
  await subscriber.fund('20')
  const create = async () => {
    const pages = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
    return (await call<CheckoutSession>('POST', '/v1/checkout/sessions', { product: product.id, ...pages }))
      .body
  }
  const [first, second] = [await create(), await create()]
  const replaced = await subscriber.subscribe(first, 3600)
  return [
    await replaced.read(),
    await (await subscriber.subscribe(second, 3600, { replaces: first.id })).read(),
  ]
}

/** The embedded chain's endpoint, but for the tip: its blocks have no base fee, and viem would offer a tip above the fee. */
async function startFreeEndpoint(rpcUrl: string): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const asked = (await jsonOf(request)) as { id: number; method: string }
    const isTip = asked.method === 'eth_maxPriorityFeePerGas'
    const isFill = asked.method === 'eth_fillTransaction'
    const told = isTip
      ? { jsonrpc: '2.0', id: asked.id, result: '0x0' }
      : isFill
        ? { jsonrpc: '2.0', id: asked.id, error: { code: -32_601, message: 'not here' } }
        : await (
            await fetch(rpcUrl, { method: 'POST', body: JSON.stringify(asked), headers: JSON_BODY })
          ).json()
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(told))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe('the samples', () => {
  it('sell, ask and stop', async () => {
    const product = await json<Product>('samples/create-product.sh')
    expect(product.rate_usd_per_second).toBe('0.000277')
    const session = await json<CheckoutSession>('samples/create-session.sh', { PRODUCT: product.id })
    const same = await json<CheckoutSession>('samples/create-session.sh', { PRODUCT: product.id })
    expect([session.status, same.id]).toEqual(['open', session.id])
    expect(await run('samples/create-session.ts')).toMatch(/^cs_\w+\n$/)
    const [, threeLines = ''] =
      /^```js\n([\s\S]*?)```/m.exec(readFileSync(join(DOCS, 'README.md'), 'utf8')) ?? []
    const order = {
      product: product.id,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    }
    const script = join(project.folder, 'three-lines.mjs')
    writeFileSync(
      script,
      `const { product, success_url, cancel_url } = ${JSON.stringify(order)}\n${threeLines}console.log(session.id)\n`,
    )
    const { folder, environment } = project
    expect(await runSample(script, { folder, environment })).toMatch(/^cs_\w+\n$/)

    expect(await run('samples/fulfil.ts', { SESSION: session.id })).toBe('false\n')
    const subscriber = createSubscriber(backend)
    await subscriber.fund('10')
    const { id: SUBSCRIPTION } = await subscriber.subscribe(session, 7200)
    expect(await run('samples/fulfil.ts', { SESSION: session.id })).toBe('true\n')
    const complete = await json<CheckoutSession>('samples/retrieve-session.sh', { SESSION: session.id })
    expect([complete.status, complete.subscription]).toEqual(['complete', SUBSCRIPTION])

    await advance(4000)
    const running = await json<Subscription>('samples/retrieve-subscription.sh', { SUBSCRIPTION })
    expect([running.elapsed_seconds, running.settled_usd, running.accrued_usd]).toEqual([
      4000,
      '0.9972',
      '0.1108',
    ])
    expect(await run('samples/cancel.ts', { SUBSCRIPTION })).toBe(
      '4000 seconds: 1.108 paid, 0.8864 returned\n',
    )
    const over = await json<Subscription>('samples/retrieve-subscription.sh', { SUBSCRIPTION })
    expect([over.status, over.billed_seconds, over.elapsed_seconds]).toEqual(['canceled', 4000, 4000])
    const receipt = await run('samples/send-receipt.ts', { SUBSCRIPTION })
    expect(receipt).toContain('4000 seconds at $0.000277.')
    expect(receipt).toContain('You were charged $1.108. $0.8864 went back to your wallet.')
    const canceled = await json<Subscription>('samples/cancel.sh', {
      SUBSCRIPTION: (await subscribe(product)).id,
    })
    expect([canceled.status, canceled.refunded_usd]).toEqual(['canceled', '0.9972'])
    const invoices = await json<List<Invoice>>('samples/list-invoices.sh')
    expect(invoices.data.map(({ gross }) => gross)).toEqual(['0.1108', '0.9972'])
  })

  it('start a meter when the machine is ready', async () => {
    const product = await json<Product>('samples/create-machine.sh')
    const { id, status } = await subscribe(product)
    expect(status).toBe('pending_start')
    const started = await json<Subscription>('samples/start.sh', { SUBSCRIPTION: id })
    expect([started.status, started.elapsed_seconds]).toEqual(['running', 0])
  })

  it('pause and resume', async () => {
    const product = await json<Product>('samples/create-pausable.sh')
    const SUBSCRIPTION = (await subscribe(product)).id
    await advance(90)
    expect(await run('samples/pause.ts', { SUBSCRIPTION })).toBe('paused after 90 seconds\nrunning\n')
    expect((await json<Subscription>('samples/pause.sh', { SUBSCRIPTION })).status).toBe('paused')
    await advance(1000)
    const resumed = await json<Subscription>('samples/resume.sh', { SUBSCRIPTION })
    expect([resumed.status, resumed.elapsed_seconds]).toEqual(['running', 90])
  })

  it('keep the machine on while one meter replaces another', async () => {
    const product = await json<Product>('samples/create-product.sh')
    const { body: events } = await call<List<Event>>('GET', '/v1/events')
    const [first, second] = await carryOn(product)
    await json<Subscription>('samples/cancel.sh', { SUBSCRIPTION: second.id })
    const machine = `machine of ${first.id}`
    expect(await run('samples/keep-machine.ts', { LAST_EVENT: events.data[0]?.id ?? '' })).toBe(
      `${machine} on\n${machine} stays on\n${machine} off\n`,
    )
  })

  it('name an endpoint, change its secret, catch up, and resend', async () => {
    const endpoint = await json<WebhookEndpoint & { secret: string }>('samples/create-endpoint.sh')
    expect(endpoint.secret).toMatch(/^whsec_/)
    const changed = await json<{ secret: string }>('samples/rotate-secret.sh', { ENDPOINT: endpoint.id })
    expect(changed.secret).not.toBe(endpoint.secret)
    expect(await run('samples/create-endpoint.ts')).toMatch(/^WEBHOOK_SECRET=whsec_\S+\n$/)

    const paid = await json<List<Event>>('samples/list-events.sh')
    expect(paid.data.map(({ type }) => type)).toEqual(['invoice.paid', 'invoice.paid'])
    const { body } = await call<List<Event>>('GET', '/v1/events?limit=3')
    const [newest, before, last] = body.data as [Event, Event, Event]
    expect(await run('samples/catch-up.ts', { LAST_EVENT: last.id })).toBe(
      `${before.id} ${before.type}\n${newest.id} ${newest.type}\n`,
    )
    const resent = { EVENT: newest.id, ENDPOINT: endpoint.id }
    expect(await json('samples/resend.sh', resent)).toMatchObject({ object: 'webhook_delivery', attempts: 0 })
    expect(await run('samples/resend.ts', resent)).toMatch(new RegExp(`^${endpoint.id} pending \\d+ \\w+\n$`))
  })

  it('have the data that tests need', async () => {
    const answers = (await run('samples/move-clock.sh')).replace('}{', '}\n{').split('\n')
    const [frozen, moved] = answers.map(answer => JSON.parse(answer) as TestClock) as [TestClock, TestClock]
    expect([frozen.frozen, moved.now - frozen.now]).toEqual([true, 3600])
    expect(await json('samples/create-merchant.sh')).toMatchObject({
      test_key: expect.stringMatching(/^sk_test_/),
    })
    expect(await json('samples/fund-wallet.sh')).toEqual({ tx_hash: expect.stringMatching(/^0x\w{64}$/) })
    expect(await run('samples/ready.sh')).toMatch(/^\{"status":"ready"\}[\s\S]*billing_ledger_alarms_total/)
    expect(await json('samples/lose-answer.sh')).toMatchObject({ kind: 'lost_response', count: 1 })
    await expect(run('samples/create-product.sh')).rejects.toThrow('curl')
  })

  it('have a whole shop, pasted as it is', async () => {
    ran.add('samples/shop.mjs')
    const shop = startSample(project.save('samples/shop.mjs'), {
      folder: project.folder,
      environment: { ...project.environment, PORT: String(await unassignedPort()) },
    })
    try {
      const [url] = (await once(createInterface({ input: shop.stdout as Readable }), 'line')) as [string]
      const get = async (path: string) => {
        const response = await fetch(url + path)
        return `${response.status} ${(await response.text()).replace('<!doctype html><html lang="en">', '')}`
      }
      const page = await get('/')
      const session = /session="(cs_\w+)"/.exec(page)?.[1] as string
      expect(page).toBe(
        `200 <script src="${backend.url}/_local/test-wallet.js"></script><script type="module" src="/billing-authorise/billing-authorise.js"></script><billing-authorise session="${session}" base-url="${backend.url}"></billing-authorise>`,
      )
      expect(await get('/billing-authorise/billing-authorise.js')).toMatch(/^200 [\s\S]*billing-authorise/)
      expect(await get(`/thanks?session=${session}`)).toBe('200 Not authorised.')
      const unknown = await fetch(`${url}/thanks?session=%3Cb%3E`)
      expect([unknown.status, unknown.headers.get('content-type')]).toEqual([
        400,
        'text/plain; charset=utf-8',
      ])
      expect(await unknown.text()).toContain('<b>')
      expect(await get('/elsewhere')).toBe('404 Not here.')
      expect(await get('//')).toMatch(/^400 /)

      const subscriber = createSubscriber(backend)
      await subscriber.fund('10')
      const { body } = await call<CheckoutSession>('GET', `/v1/checkout/sessions/${session}`)
      const { id } = await subscriber.subscribe(body, 3600)
      await advance(1)
      const stop = `/stop?subscription=${id}`
      const thanks = new URL(body.success_url.replace('{CHECKOUT_SESSION_ID}', session)).href.slice(
        url.length,
      )
      expect(await get(thanks)).toBe(`200 1 second, $0.000277 <a href="${stop}">Stop</a>`)
      await advance(59)
      expect(await get(thanks)).toBe(`200 60 seconds, $0.01662 <a href="${stop}">Stop</a>`)
      expect(await get(stop)).toBe('200 $0.01662 paid, $0.98058 returned.')
    } finally {
      shop.kill('SIGKILL')
      await once(shop, 'exit')
    }
  })

  it.each(['plain-html/server.js', 'machine/machine.js'])(
    'have a server each that survives an invalid address: %s',
    async example => {
      const shop = startSample(example, {
        folder: EXAMPLES,
        environment: { ...project.environment, PORT: String(await unassignedPort()) },
      })
      try {
        const [url] = (await once(createInterface({ input: shop.stdout as Readable }), 'line')) as [string]
        for (const path of ['//', '//', '/nowhere'])
          expect((await fetch(url + path)).status).toBe(path === '//' ? 400 : 404)
      } finally {
        shop.kill('SIGKILL')
        await once(shop, 'exit')
      }
    },
  )

  it('have a merchant paid from a statement, without the service', async () => {
    const product = await json<Product>('samples/create-product.sh')
    const { id } = await subscribe(product)
    await advance(600)
    const { body: statement } = await call<Statement>('GET', `/v1/subscriptions/${id}/statement`)
    const folder = mkdtempSync(join(tmpdir(), 'per-second-statement-'))
    const endpoint = await startFreeEndpoint(backend.chain.rpc_url)
    try {
      const STATEMENT_FILE = join(folder, 'statement.json')
      writeFileSync(STATEMENT_FILE, JSON.stringify(statement))
      const PRIVATE_KEY = generatePrivateKey()
      await createCaller(backend.url, backend.admin_token)('POST', '/_local/faucet', {
        ...{ wallet_address: privateKeyToAddress(PRIVATE_KEY), amount: '1', native: true },
      })
      const more = { STATEMENT_FILE, PRIVATE_KEY, RPC_URL: endpoint.url }
      expect(await run('samples/submit-statement.ts', more)).toMatch(/^0x\w{64}\n$/)
      await advance(1)
      const { body: paid } = await call<Subscription>('GET', `/v1/subscriptions/${id}`)
      expect(paid.settled_usd).toBe('0.1662')
    } finally {
      endpoint.server.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('are all run, and all shown', () => {
    const files = globSync('samples/*', { cwd: DOCS }).toSorted()
    expect([...ran].toSorted()).toEqual(files)
    const pages = globSync('*.md', { cwd: DOCS }).map(page => readFileSync(join(DOCS, page), 'utf8'))
    expect(files.filter(file => !pages.some(page => page.includes(`<!-- ${file} -->`)))).toEqual([])
    const code = pages.flatMap(page => [
      ...page.matchAll(/(<!-- [\w./-]+ -->\n\n)?^```(?:ts|mjs|js)\n(.*)/gm),
    ])
    expect(code.filter(([, name]) => name === undefined).map(([, , line]) => line)).toEqual([
      // The start page's lines, which run above with an order.
      "import { createClient } from '@per-second/client'",
    ])
    // Samples of other folders run there.
    for (const page of pages)
      for (const [, file = '', shown] of page.matchAll(/<!-- (\.\.\/[\w./-]+) -->\n\n```\w+\n([\s\S]*?)```/g))
        expect(shown).toBe(readFileSync(join(DOCS, file), 'utf8'))
  })
})

describe('the event catalogue', () => {
  // These are null or not as this one story goes.
  const BY_CHANCE = ['description', 'latest_invoice']
  const formOf = (object: object) =>
    Object.entries(object)
      .filter(([field]) => !BY_CHANCE.includes(field))
      .map(([field, value]) =>
        field === 'status' ? `${field} ${value}` : `${field}${value === null ? ' null' : ''}`,
      )

  it('shows each payload as the service sends it: its status, and its nulls', async () => {
    const differing: unknown[] = []
    const seen = new Set<string>()
    const product = await json<Product>('samples/create-pausable.sh')
    await call('POST', `/v1/products/${product.id}`, { name: 'Another name' })
    await subscribe(product)
    await advance(3600)
    await subscribe(product)
    const { body: session } = await call<CheckoutSession>('POST', '/v1/checkout/sessions', {
      product: product.id,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    })
    await call('POST', `/v1/checkout/sessions/${session.id}/expire`)
    await subscribe(product, 7200)
    await createCaller(backend.url, backend.admin_token)('POST', '/_local/faults', {
      kind: 'token_paused',
      count: 10,
    })
    await advance(3600)
    const { body } = await call<List<Event>>('GET', '/v1/events?limit=100')
    for (const event of body.data) {
      if (seen.has(event.type)) continue
      seen.add(event.type)
      const told = formOf(EVENT_CATALOGUE.get(event.type) ?? {})
      const sent = formOf(event.data.object)
      if (JSON.stringify(told) === JSON.stringify(sent)) continue
      const only = (own: string[], other: string[]) => own.filter(field => !other.includes(field))
      differing.push({ type: event.type, told: only(told, sent), sent: only(sent, told) })
    }
    expect(
      differing,
      'docs/events.md shows fields (told) that the service does not send like this (sent), or in another order. Correct its ' +
        'objects, or add a field to BY_CHANCE that is null in this story only.',
    ).toEqual([])
    expect([...seen].toSorted()).toEqual([...EVENT_CATALOGUE.keys()].toSorted())
  })
})
