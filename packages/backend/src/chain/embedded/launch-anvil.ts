import { existsSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isFileError, withFile } from '../../files/file-error.ts'
import { makeFolder } from '../../files/make-folder.ts'
import { parseJson } from '../../files/parse-json.ts'
import { readSecretFile, writeSecretFile } from '../../files/secret-file.ts'
import { OptionError } from '../../options/option-error.ts'
import { ChainError } from '../chain-error.ts'
import { Endpoints } from '../transport/endpoints.ts'
import { type AnvilProcess, spawnAnvil } from './anvil-process.ts'

/** A state holds every block, so that one of a long life takes long on a busy machine. */
const READY_WITHIN_MS = 120_000
const POLL_MS = 5
const HIGHEST_PORT = 65_535

export type LaunchedAnvil = { process: AnvilProcess; rpcUrl: string; rpc: Endpoints; stateFile: string }

/**
 * Starts the chain of a folder again, on its port when that is free, with its last saved state. A chain that ends at once
 * lost its port in the last instant. If it ends again, its state cannot be read, and is set aside as soon as the chain
 * starts without it. The journal fills in the missing part.
 *
 * @throws {OptionError} when a state is not loaded in time, or no chain starts. In both cases no file is set aside
 */
export async function launchAnvil(
  dir: string,
  log: Logger,
  readyWithinMs = READY_WITHIN_MS,
): Promise<LaunchedAnvil> {
  withFile(`The folder ${dir}`, () => makeFolder(dir))
  const stateFile = join(dir, 'state.json')
  const recordFile = join(dir, 'anvil.json')
  // Only the port is read, so that wallets keep their RPC URL. The process is for people who look for it.
  const { port } = Object(parseJson(readSecretFile(recordFile) ?? '')) as { port?: number }
  const lastPort = port && Number.isInteger(port) && port > 0 && port <= HIGHEST_PORT ? port : null

  const launch = async (
    loadFrom: string | null,
    wantedPort: number | null,
  ): Promise<LaunchedAnvil | null> => {
    const port = await freePort(wantedPort)
    const process = await spawnAnvil({ port, loadFrom, logFile: join(dir, 'anvil.log') })
    writeSecretFile(recordFile, JSON.stringify({ port, pid: process.pid }))
    const rpcUrl = `http://127.0.0.1:${port}`
    const rpc = new Endpoints([rpcUrl])
    const isReady = await becomesReady(process, rpc, readyWithinMs)
    if (isReady) return { process, rpcUrl, rpc, stateFile }
    if (!process.hasExited()) {
      await process.kill()
      throw notStarted(`has not started within ${readyWithinMs / 1_000} seconds`, loadFrom)
    }
    if (process.wasKilled()) throw notStarted('was killed before it had started', loadFrom)
    return null
  }

  const hasState = existsSync(stateFile)
  for (const loadFrom of hasState ? [stateFile, null] : [null]) {
    const launched = (await launch(loadFrom, lastPort)) ?? (await launch(loadFrom, null))
    if (launched === null) continue
    if (hasState && loadFrom === null) {
      log.error({ file: stateFile }, 'the state file of the embedded chain is unreadable, moved aside')
      renameSync(stateFile, `${stateFile}.unreadable`)
    }
    return launched
  }
  throw new OptionError(`The embedded chain does not start, with no state either: see anvil.log in ${dir}.`)
}

/** That says nothing against its state, which is in no hurry. */
function notStarted(reason: string, loadFrom: string | null): OptionError {
  const state = loadFrom === null ? '' : ` with the state in ${loadFrom}, which is left as it is`
  return new OptionError(
    `The embedded chain ${reason}${state}. Start again when the machine has more time and memory for it. Nothing on that chain is worth anything: you can also start with an empty folder (--data), and an empty database if you name one.`,
  )
}

async function becomesReady(process: AnvilProcess, rpc: Endpoints, withinMs: number): Promise<boolean> {
  const started = performance.now()
  const elapsed = () => performance.now() - started
  while (!process.hasExited() && elapsed() < withinMs) {
    try {
      await rpc.request({ method: 'eth_chainId' })
      return true
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      // Less and less often: a chain that loads for long needs the machine more than the question does.
      await delay(Math.max(POLL_MS, elapsed() / 50))
    }
  }
  return false
}

/** The wanted port of the loopback interface if it is free, else any free one. */
export async function freePort(wanted: number | null): Promise<number> {
  return (await tryPort(wanted ?? 0)) ?? freePort(null)
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', error => (isFileError(error, 'EADDRINUSE') ? resolve(null) : reject(error)))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const found = typeof address === 'object' && address !== null ? address.port : null
      server.close(() => resolve(found))
    })
  })
}
