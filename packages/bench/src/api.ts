import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import type { Benchmark, Figure } from './figure.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CONNECTIONS = 32
const SECONDS = 5
const ROUNDS = 3

type Load = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }

/** Reading and creating through the whole API, durable writes, against a bare Hono hello in the same run. Medians of rounds. */
export const api: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const hello = await start([join(import.meta.dirname, 'hello-server.ts')])
  const started = performance.now()
  const backend = await start([
    join(ROOT, 'packages/backend/src/main.ts'),
    ...['--port', '0', '--data', folder, '--json', '--log', 'silent'],
  ])
  const ready = performance.now() - started
  try {
    const { url, merchant } = backend.line as { url: string; merchant: { test_key: string } }
    const headers = { authorization: `Bearer ${merchant.test_key}`, 'content-type': 'application/json' }
    const post = async (path: string, body: object): Promise<{ id: string }> => {
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return response.json() as Promise<{ id: string }>
    }
    const product = await post('/v1/products', { name: 'GPU', rate_usd_per_second: '0.000277' })
    const sessionBody = {
      product: product.id,
      success_url: 'https://shop.example/ok',
      cancel_url: 'https://shop.example/no',
    }
    const session = await post('/v1/checkout/sessions', sessionBody)
    const loads: Record<'hello' | 'retrieve' | 'create', Load> = {
      hello: { url: (hello.line as { url: string }).url, method: 'GET', headers: {} },
      retrieve: { url: `${url}/v1/checkout/sessions/${session.id}`, method: 'GET', headers },
      create: {
        url: `${url}/v1/checkout/sessions`,
        method: 'POST',
        headers: { ...headers, 'idempotency-key': '[<id>]' },
        body: JSON.stringify(sessionBody),
      },
    }
    const rates: Record<keyof typeof loads, number[]> = { hello: [], retrieve: [], create: [] }
    let slowest = 0
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const name of ['hello', 'retrieve', 'create'] as const) {
        progress(`${name}, round ${round} of ${ROUNDS}`)
        const result = await load(loads[name])
        rates[name].push(result.requests.average)
        if (name === 'create') slowest = Math.max(slowest, result.latency.p99)
      }
    }
    const ceiling = median(rates.hello)
    return [
      figure(
        'retrieve a session',
        median(rates.retrieve),
        'req/s',
        'a bare Hono hello',
        median(rates.retrieve) / ceiling,
        '>= 0.25 ×',
        0.25,
      ),
      figure(
        'create a session, key and event',
        median(rates.create),
        'req/s',
        'a bare Hono hello',
        median(rates.create) / ceiling,
      ),
      { ...figure('create, p99', slowest, 'ms'), target: '< 25 ms', ok: slowest < 25 },
      figure('ready after spawn, chain included', ready, 'ms'),
    ]
  } finally {
    await Promise.all([stop(hello.process), stop(backend.process)])
    rmSync(folder, { recursive: true, force: true })
  }
}

function figure(
  metric: string,
  value: number,
  unit: string,
  against: string | null = null,
  ratio: number | null = null,
  target: string | null = null,
  limit: number | null = null,
): Figure {
  return {
    bench: 'api',
    metric,
    value,
    unit,
    against,
    ratio,
    target,
    ok: limit === null || ratio === null ? null : ratio >= limit,
  }
}

async function load({ url, method, headers, body }: Load): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    idReplacement: headers['idempotency-key'] !== undefined,
    connections: CONNECTIONS,
    duration: SECONDS,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${method} ${url}: ${result.non2xx} refused, ${result.errors} failed; the figure would be worthless`,
    )
  }
  return result
}

async function start(args: string[]): Promise<{ process: ChildProcess; line: unknown }> {
  const child = spawn(process.execPath, ['--conditions=@per-second/source', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { process: child, line: JSON.parse(line as string) }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
