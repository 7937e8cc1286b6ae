import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Figure } from './figure.ts'
import { median } from './median.ts'
import { processorMicros, type ServerProcess, startLocalBackend } from './server-process.ts'

const REQUESTS = 200
const ROUNDS = 5
/** A bare request costs about a tenth of a millisecond, and none without a key may cost more than one. */
const LIMIT = 10

const SESSION = '/v1/client/checkout/sessions/cs_made_up'
const LARGE = JSON.stringify(
  Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`member ${index}`, 1])),
)

type Asked = { path: string; method?: 'POST'; body?: string; token?: string }

const BARE: Asked = { path: '/healthz' }
const STRANGERS: Record<string, Asked> = {
  'a made-up session': { path: SESSION },
  [`${Math.round(LARGE.length / 1_000)} kB for a made-up session`]: {
    path: `${SESSION}/prepare`,
    method: 'POST',
    body: LARGE,
  },
  'a made-up token': {
    path: '/v1/client/subscriptions/sub_1/pause',
    method: 'POST',
    body: '{}',
    token: 'ct_made_up',
  },
  'a made-up key': { path: '/v1/products', token: 'sk_test_made_up' },
  'a page of documentation': { path: '/docs/concepts' },
  'the API reference': { path: '/docs/reference' },
  'the search index': { path: '/docs/search.json' },
  'the API document': { path: '/openapi.json' },
}

/** What requests without a key cost in processor time before a bucket is asked, against a bare request. */
export const strangers: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const server = await startLocalBackend(folder)
  try {
    const all: [string, Asked][] = [['bare', BARE], ...Object.entries(STRANGERS)]
    const micros = new Map<string, number[]>(all.map(([name]) => [name, []]))
    for (let round = 0; round <= ROUNDS; round += 1) {
      progress(round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`)
      for (const [name, asked] of all) {
        const cost = await microsOf(server, asked)
        if (round > 0) micros.get(name)?.push(cost)
      }
    }
    const bare = micros.get('bare') ?? []
    return Object.keys(STRANGERS).map((name): Figure => {
      const own = micros.get(name) ?? []
      const ratio = median(own.map((cost, round) => cost / (bare[round] ?? Number.NaN)))
      return {
        ...{ bench: 'strangers', metric: name, value: median(own), unit: 'µs processor' },
        ...{ against: 'a bare request', ratio, target: `<= ${LIMIT} ×`, ok: ratio <= LIMIT },
      }
    })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function microsOf(
  server: ServerProcess<{ url: string }>,
  { path, token, ...asked }: Asked,
): Promise<number> {
  const headers = {
    ...(asked.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  }
  const before = processorMicros(server)
  for (let count = 0; count < REQUESTS; count += 1)
    await (await fetch(server.line.url + path, { ...asked, headers })).arrayBuffer()
  const after = processorMicros(server)
  if (before === null || after === null) throw new Error('This system does not tell processor time.')
  return (after - before) / REQUESTS
}
