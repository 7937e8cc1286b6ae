import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient, PRODUCT, sessionOf } from './api-client.ts'
import type { Benchmark, Figure } from './figure.ts'
import { CONNECTIONS, type Load, type Loaded, load } from './load.ts'
import { median, quantile } from './median.ts'
import { startRealBackend } from './real-backend.ts'
import { roundTrips } from './round-trips.ts'
import { type ServerProcess, startLocalBackend, startServer } from './server-process.ts'

const WARM_UP_SECONDS = 2
const SECONDS = 3
const ROUNDS = 5

const HELLO = 'a bare Hono hello'
const PEER = 'stripe-stateful-mock 0.0.16, in memory'

type Name = 'hello' | 'peer retrieve' | 'retrieve' | 'peer create' | 'create'

/**
 * Reading and creating through the whole API, durable writes, beside a bare Hono hello and a peer that keeps everything in memory.
 * The servers are measured in turn, round after round; a ratio is the median of the rounds' own ratios, because the load of the
 * machine changes more from round to round than within one.
 */
export const api: Benchmark = async (progress, database) => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const servers: ServerProcess<unknown>[] = []
  const keep = <Line>(server: ServerProcess<Line>) => {
    servers.push(server)
    return server
  }
  try {
    const hello = keep(await startServer(join(import.meta.dirname, 'hello-server.ts')))
    const peer = keep(await startServer(join(import.meta.dirname, 'stripe-mock-server.ts')))
    const address = (await database?.newDatabase()) ?? null
    const backend = keep(
      await (address === null ? startLocalBackend(folder) : startRealBackend(folder, address)),
    )
    const loads: Record<Name, Load> = {
      hello: { server: hello, url: hello.line.url, method: 'GET', headers: {} },
      ...(await loadsOfPeer(peer)),
      ...(await loadsOfBackend(backend)),
    }
    const names = Object.keys(loads) as Name[]
    const results = Object.fromEntries(names.map(name => [name, [] as Loaded[]])) as Record<Name, Loaded[]>
    const syncs: number[] = []
    for (const name of names) {
      progress(`${name}, warming up`)
      await load(loads[name], { seconds: WARM_UP_SECONDS })
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const name of names) {
        progress(`${name}, round ${round} of ${ROUNDS}`)
        results[name].push(await load(loads[name], { seconds: SECONDS }))
      }
      syncs.push(...timeSyncs(folder))
    }
    return [
      compare(results, 'retrieve', 'peer retrieve', PEER, null),
      compare(results, 'retrieve', 'hello', HELLO, database === null ? 0.25 : null),
      compare(results, 'create', 'peer create', PEER, null),
      ...tail(results.create, syncs),
      ...processorTime(results, 'retrieve', 'peer retrieve', null),
      ...processorTime(results, 'create', 'peer create', database === null ? MOST_MICROS_OF_A_CREATE : null),
      ...(database === null
        ? []
        : [
            rate(results, 'retrieve', LEAST_READS),
            rate(results, 'create', LEAST_CREATES),
            ...(await roundTrips(await database.newDatabase())),
          ]),
    ]
  } finally {
    await Promise.all(servers.map(server => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loadsOfBackend(server: ServerProcess<{ url: string; merchant: { test_key: string } }>) {
  const { url, merchant } = server.line
  const client = createApiClient(url, merchant.test_key)
  const product = await client.post<{ id: string }>('/v1/products', PRODUCT)
  const body = sessionOf(product.id)
  const session = await client.post<{ id: string }>('/v1/checkout/sessions', body)
  return {
    retrieve: {
      server,
      url: `${url}/v1/checkout/sessions/${session.id}`,
      method: 'GET',
      headers: client.headers,
    },
    create: {
      server,
      url: `${url}/v1/checkout/sessions`,
      method: 'POST',
      headers: { ...client.headers, 'idempotency-key': '[<id>]' },
      body: JSON.stringify(body),
    },
  } satisfies Record<string, Load>
}

/** Its customers are the objects it is quickest with. */
async function loadsOfPeer(server: ServerProcess<{ url: string }>) {
  const url = `${server.line.url}/v1/customers`
  const headers = {
    authorization: 'Bearer sk_test_bench',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const body = 'email=ada%40example.com&description=bench'
  const made = await fetch(url, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { id: string }
  return {
    'peer retrieve': { server, url: `${url}/${id}`, method: 'GET', headers },
    'peer create': {
      server,
      url,
      method: 'POST',
      headers: { ...headers, 'idempotency-key': '[<id>]' },
      body,
    },
  } satisfies Record<string, Load>
}

/** Of the service on SQLite, in microseconds. */
const MOST_MICROS_OF_A_CREATE = 150

/** What one process on PostgreSQL is to answer a second. */
const LEAST_READS = 3_000
const LEAST_CREATES = 1_200

function rate(results: Record<Name, Loaded[]>, ours: 'retrieve' | 'create', least: number): Figure {
  const value = median(results[ours].map(({ perSecond }) => perSecond))
  return {
    ...{ bench: 'api', metric: `${METRICS[ours]}, one process`, value, unit: 'req/s', against: null },
    ...{ ratio: null, target: `>= ${least}/s`, ok: value >= least },
  }
}

const METRICS = { retrieve: 'retrieve a session', create: 'create a session, with key' }

function compare(
  results: Record<Name, Loaded[]>,
  ours: 'retrieve' | 'create',
  theirs: Name,
  against: string,
  target: number | null,
): Figure {
  const ratio = median(
    results[ours].map(
      ({ perSecond }, round) => perSecond / (results[theirs][round]?.perSecond ?? Number.NaN),
    ),
  )
  const value = median(results[ours].map(({ perSecond }) => perSecond))
  return {
    ...{ bench: 'api', metric: METRICS[ours], value, unit: 'req/s', against, ratio },
    ...(target === null ? { target, ok: null } : { target: `>= ${target} ×`, ok: ratio >= target }),
  }
}

/** The slowest of a hundred answers, beside what the disk alone takes for what each of them waits for. */
function tail(creates: Loaded[], syncs: number[]): Figure[] {
  const p99 = median(creates.map(result => result.p99))
  const figure = { bench: 'api', unit: 'ms', against: null, ratio: null }
  return [
    {
      ...{ ...figure, metric: `create, p99 at ${CONNECTIONS} connections`, value: p99 },
      ...{ target: '< 25 ms', ok: p99 < 25 },
    },
    {
      ...{ ...figure, metric: 'the disk alone, a synced write, p50', value: median(syncs) },
      ...{ target: null, ok: null },
    },
    {
      ...{ ...figure, metric: 'the disk alone, a synced write, p99', value: quantile(syncs, 0.99) },
      ...{ target: null, ok: null },
    },
  ]
}

/** Other work on the machine disturbs rates more than it disturbs processor time. */
function processorTime(
  results: Record<Name, Loaded[]>,
  ours: 'retrieve' | 'create',
  theirs: Name,
  most: number | null,
): Figure[] {
  const [own, other] = [results[ours], results[theirs]].map(loaded =>
    median(loaded.map(({ processor }) => processor ?? Number.NaN)),
  ) as [number, number]
  if (Number.isNaN(own)) return []
  return [
    {
      ...{ bench: 'api', metric: `${METRICS[ours]}: processor`, value: own, unit: 'µs/req', against: PEER },
      ratio: own / other,
      ...(most === null ? { target: null, ok: null } : { target: `<= ${most} µs`, ok: own <= most }),
    },
  ]
}

const SYNCED_BYTES = 64 * 1024
const SYNCS = 40

/** Milliseconds of each. */
function timeSyncs(folder: string): number[] {
  const file = openSync(join(folder, 'sync.bin'), 'w')
  const bytes = new Uint8Array(SYNCED_BYTES)
  const times = Array.from({ length: SYNCS }, () => {
    writeSync(file, bytes)
    const started = performance.now()
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return times
}
