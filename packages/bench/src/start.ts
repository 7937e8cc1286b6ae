import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChainOfOthers, startChainOfOthers } from '../../backend/test/chain-of-others.ts'
import { createApiClient } from './api-client.ts'
import type { Benchmark, Figure } from './figure.ts'
import { median } from './median.ts'
import {
  BACKEND_BUILT,
  BACKEND_SOURCE,
  type BackendLine,
  buildBackend,
  type ServerProcess,
  startServer,
} from './server-process.ts'

const ROUNDS = 9
const MOST_MILLIS = { built: 200, source: 400 }

/** From spawning Node to the first answer out of the database, on a folder that was used before and a chain that runs already. */
export const start: Benchmark = async progress => {
  progress('building the backend')
  buildBackend()
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const others = await startChainOfOthers()
  try {
    const startBackend = await backendOn(others)
    const key = await makeKey(startBackend, folder)
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
        const millis = await timeFirstAnswer(
          () => startBackend(scripts[name], folder),
          name === 'hello' ? null : key,
        )
        if (round > 0) times[name].push(millis)
      }
    }
    const hello = median(times.hello)
    const figure = (metric: string, name: keyof typeof MOST_MILLIS): Figure => {
      const value = median(times[name])
      return {
        ...{ bench: 'start', metric, value, unit: 'ms', against: 'a bare Hono hello', ratio: value / hello },
        ...{ target: `<= ${MOST_MILLIS[name]} ms`, ok: value <= MOST_MILLIS[name] },
      }
    }
    return [figure('first answer, built', 'built'), figure('first answer, from the sources', 'source')]
  } finally {
    await others.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

type StartBackend = (script: string, folder: string) => Promise<ServerProcess<BackendLine>>

async function backendOn(others: ChainOfOthers): Promise<StartBackend> {
  const { key } = await others.newOperator()
  const args = ['--port', '0', '--json', '--log', 'silent', ...others.args]
  return (script, folder) => startServer(script, [...args, '--data', folder], { OPERATOR_KEY: key })
}

async function timeFirstAnswer(start: () => ReturnType<StartBackend>, key: string | null): Promise<number> {
  const started = performance.now()
  const server = await start()
  if (key === null) await fetch(server.line.url)
  else await createApiClient(server.line.url, key).get('/v1/products')
  const millis = performance.now() - started
  await server.stop()
  return millis
}

async function makeKey(startBackend: StartBackend, folder: string): Promise<string> {
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
