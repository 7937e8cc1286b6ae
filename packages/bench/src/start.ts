import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from './api-client.ts'
import type { Benchmark, Figure } from './figure.ts'
import { median } from './median.ts'
import { BACKEND_BUILT, BACKEND_SOURCE, buildBackend, startServer } from './server-process.ts'

const ROUNDS = 9
const LIMIT_MILLIS = 400

/** An endpoint that nobody listens at: the service starts without its chain. */
const NO_CHAIN = [
  ...['--rpc-url', 'http://127.0.0.1:2', '--public-rpc-url', 'http://127.0.0.1:2', '--chain-id', '424242'],
  ...['--token', `0x${'aa'.repeat(20)}`],
]
const OPERATOR = { OPERATOR_KEY: `0x${'11'.repeat(32)}` }

/** From spawning Node to the first answer out of the database, on a folder that was used before, without the embedded chain. */
export const start: Benchmark = async progress => {
  progress('building the backend')
  buildBackend()
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  try {
    const key = await makeKey(folder)
    const scripts = {
      hello: join(import.meta.dirname, 'hello-server.ts'),
      source: BACKEND_SOURCE,
      built: BACKEND_BUILT,
    }
    const times = { hello: [] as number[], source: [] as number[], built: [] as number[] }
    // The first start of each fills Node's compile cache, as an earlier start on any machine has done.
    for (let round = 0; round <= ROUNDS; round += 1) {
      progress(`start ${round} of ${ROUNDS}`)
      for (const name of ['hello', 'source', 'built'] as const) {
        const millis = await timeFirstAnswer(scripts[name], folder, name === 'hello' ? null : key)
        if (round > 0) times[name].push(millis)
      }
    }
    const hello = median(times.hello)
    const figure = (metric: string, value: number, isTarget: boolean): Figure => ({
      ...{ bench: 'start', metric, value, unit: 'ms', against: 'a bare Hono hello', ratio: value / hello },
      ...(isTarget
        ? { target: `<= ${LIMIT_MILLIS} ms`, ok: value <= LIMIT_MILLIS }
        : { target: null, ok: null }),
    })
    return [
      figure('first answer, built', median(times.built), true),
      figure('first answer, from the sources', median(times.source), false),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const startBackend = (script: string, folder: string) =>
  startServer(script, ['--port', '0', '--data', folder, '--json', '--log', 'silent', ...NO_CHAIN], OPERATOR)

async function timeFirstAnswer(script: string, folder: string, key: string | null): Promise<number> {
  const started = performance.now()
  const server = await startBackend(script, folder)
  if (key === null) await fetch(server.line.url)
  else await createApiClient(server.line.url, key).get('/v1/products')
  const millis = performance.now() - started
  await server.stop()
  return millis
}

async function makeKey(folder: string): Promise<string> {
  const first = await startBackend(BACKEND_SOURCE, folder)
  await first.stop()
  const merchant = ['--name', 'Bench', '--payout-address', `0x${'0a'.repeat(20)}`]
  const made = execFileSync(
    process.execPath,
    [
      ...['--conditions=@per-second/source', BACKEND_SOURCE, 'merchants', 'create'],
      ...[...merchant, '--data', folder, '--json'],
    ],
    { encoding: 'utf8' },
  )
  return JSON.parse(made).test_key
}
