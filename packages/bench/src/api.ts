import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { distant } from './distant.ts'
import { type Bench, type Benchmark, type Figure, figure, median, medianRatio } from './figure.ts'
import {
  prepareRealBackend,
  processorMicros,
  type Server,
  startLocalBackend,
  startServer,
} from './servers.ts'

const WARM_UP_SECONDS = 2
const SECONDS = 3
const ROUNDS = 5
/** Each connection sends its next request when the last one is answered. */
const CONNECTIONS = 32

const HELLO = 'a bare Hono hello'
const PEER = 'stripe-stateful-mock 0.0.16, in memory'

/** On SQLite: the shares of the mock's processor time that a request may take. */
const MOST_OF_PEER = { retrieve: 0.5, create: 1.1 }
const MOST_TRIPS = { retrieve: 2, create: 4 }
const METRICS = { retrieve: 'retrieve a session', create: 'create a session, with key' }

type Name = 'hello' | 'peer retrieve' | 'retrieve' | 'peer create' | 'create'
type Load = { server: Server; method?: 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** Requests a second, and microseconds of the server's processor time for each. */
type Loaded = { perSecond: number; processor: number }

/**
 * Reading and creating through the whole API, durable writes, beside a bare Hono hello and a peer that keeps everything in memory. The
 * servers are measured in turn, round after round.
 */
export const api: Benchmark = async bench => {
  const hello = await startServer(bench, { script: join(import.meta.dirname, 'hello-server.ts') })
  const peer = await startServer(bench, { script: join(import.meta.dirname, 'stripe-mock-server.ts') })
  const database = await bench.database?.newDatabase()
  const { server, key } = await startBackend(bench, database)
  const loads: Record<Name, Load> = {
    hello: { server: hello, path: '' },
    ...(await loadsOfPeer(peer)),
    ...(await loadsOfBackend(server, key)),
  }
  const names = Object.keys(loads) as Name[]
  const results = Object.fromEntries(names.map(name => [name, [] as Loaded[]])) as Record<Name, Loaded[]>
  for (const name of names) {
    bench.progress(`${name}, warming up`)
    await load(loads[name], WARM_UP_SECONDS)
  }
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const name of names) {
      bench.progress(`${name}, round ${round} of ${ROUNDS}`)
      results[name].push(await load(loads[name], SECONDS))
    }
  const rates = (name: Name) => results[name].map(({ perSecond }) => perSecond)
  const micros = (name: Name) => results[name].map(({ processor }) => processor)
  const ofPeer = (name: 'retrieve' | 'create') =>
    figure(`${METRICS[name]}: processor`, {
      value: median(micros(name)),
      unit: 'µs/req',
      against: PEER,
      ratio: medianRatio(micros(name), micros(`peer ${name}`)),
      most: database === undefined ? MOST_OF_PEER[name] : undefined,
    })
  const ofHello = figure(METRICS.retrieve, {
    value: median(rates('retrieve')),
    unit: 'req/s',
    against: HELLO,
    ratio: medianRatio(rates('retrieve'), rates('hello')),
    ...(database === undefined && { least: 0.25 }),
  })
  const figures = [ofHello, ofPeer('retrieve'), ofPeer('create')]
  return bench.database === null ? figures : [...figures, ...(await roundTrips(bench))]
}

/** In local mode, or on PostgreSQL as in production, where units of work run side by side. */
async function startBackend(bench: Bench, database: string | undefined) {
  if (database === undefined) {
    const server = await startLocalBackend(bench)
    return { server, key: server.line.merchant.test_key }
  }
  const real = await prepareRealBackend(bench, database)
  const server = await real.start()
  return { server, key: (await real.makeMerchant(server.line.url)).test_key }
}

async function loadsOfBackend(server: Server, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (path: string, content: object) => {
    const body = JSON.stringify(content)
    const answer = await fetch(server.line.url + path, { method: 'POST', headers, body })
    return (await answer.json()) as { id: string }
  }
  const product = await post('/v1/products', { name: 'GPU', rate_usd_per_second: '0.000277' })
  const [success_url, cancel_url] = ['https://shop.example/ok', 'https://shop.example/no']
  const content = { product: product.id, success_url, cancel_url }
  const session = await post('/v1/checkout/sessions', content)
  return {
    retrieve: { server, path: `/v1/checkout/sessions/${session.id}`, headers },
    create: {
      server,
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { ...headers, 'idempotency-key': '[<id>]' },
      body: JSON.stringify(content),
    },
  } satisfies Record<string, Load>
}

/** Customers are the objects that it is quickest with. */
async function loadsOfPeer(server: Server) {
  const headers = {
    authorization: 'Bearer sk_test_bench',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const [path, body] = ['/v1/customers', 'email=ada%40example.com&description=bench']
  const made = await fetch(server.line.url + path, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { id: string }
  return {
    'peer retrieve': { server, path: `${path}/${id}`, headers },
    'peer create': {
      server,
      method: 'POST',
      path,
      headers: { ...headers, 'idempotency-key': '[<id>]' },
      body,
    },
  } satisfies Record<string, Load>
}

/** An `idempotency-key` of `[<id>]` becomes another one for each request. */
async function load({ server, path, ...request }: Load, seconds: number): Promise<Loaded> {
  const before = processorMicros(server)
  const idReplacement = request.headers?.['idempotency-key'] !== undefined
  const options = { url: server.line.url + path, idReplacement, connections: CONNECTIONS, duration: seconds }
  const result = await autocannon({ ...options, ...request })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${path}: ${result.non2xx} refused, ${result.errors} failed; the figure would be worthless`,
    )
  return {
    perSecond: result.requests.average,
    processor: (processorMicros(server) - before) / result['2xx'],
  }
}

const REQUESTS = 60
const ANSWER_MILLIS = 40

/** How often a read and a create wait for PostgreSQL: each answer of it comes 40 ms later, so that the time tells. */
async function roundTrips(bench: Bench): Promise<Figure[]> {
  const { server, key } = await startBackend(
    { ...bench, folder: join(bench.folder, 'distant') },
    await distant(bench, (await bench.database?.newDatabase()) ?? '', ANSWER_MILLIS),
  )
  const { retrieve, create } = await loadsOfBackend(server, key)
  const trips = async (name: 'retrieve' | 'create', { path, ...request }: Load) => {
    const millis: number[] = []
    while (millis.length < REQUESTS) {
      const started = performance.now()
      const headers = { ...request.headers, ...(name === 'create' && { 'idempotency-key': randomUUID() }) }
      await (await fetch(server.line.url + path, { ...request, headers })).text()
      millis.push(performance.now() - started)
    }
    return figure(`${METRICS[name]}: round trips to the database`, {
      value: Math.floor(median(millis) / ANSWER_MILLIS),
      unit: 'trips',
      most: MOST_TRIPS[name],
    })
  }
  return [await trips('retrieve', retrieve), await trips('create', create)]
}
