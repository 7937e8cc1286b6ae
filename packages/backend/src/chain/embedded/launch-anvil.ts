import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ChainError } from '../chain-error.ts'
import { Endpoints } from '../transport/endpoints.ts'
import { type AnvilProcess, spawnAnvil } from './anvil-process.ts'
import { readChainRecord, writeChainRecord } from './chain-record.ts'
import { endLeftover } from './end-leftover.ts'
import { freePort } from './free-port.ts'
import { processStartTime } from './process-identity.ts'

const READY_WITHIN_MS = 10_000
const POLL_MS = 5

export type LaunchedAnvil = { process: AnvilProcess; rpcUrl: string; rpc: Endpoints; stateFile: string }

/**
 * Brings the chain of a folder up again, on its port when that is free, with what it wrote at its end or else with what was saved
 * before. A chain that ends at once had its port taken in the last instant; if it does so again its state cannot be read and is set
 * aside. What is missing then is filled in from the journal.
 */
export async function launchAnvil(dir: string, log: Logger): Promise<LaunchedAnvil> {
  mkdirSync(dir, { recursive: true })
  const stateFile = join(dir, 'state.json')
  const endFile = join(dir, 'end.json')
  const recordFile = join(dir, 'anvil.json')
  const record = readChainRecord(recordFile)
  if (record !== null && (await endLeftover(record)))
    log.warn('ended the chain that an earlier backend left running')

  const launch = async (
    loadFrom: string | null,
    wantedPort: number | null,
  ): Promise<LaunchedAnvil | null> => {
    const port = await freePort(wantedPort)
    const process = await spawnAnvil({ port, loadFrom, endFile, logFile: join(dir, 'anvil.log') })
    writeChainRecord(recordFile, { port, pid: process.pid, started: processStartTime(process.pid) })
    const rpcUrl = `http://127.0.0.1:${port}`
    const rpc = new Endpoints([rpcUrl])
    if (!(await becomesReady(process, rpc))) return null
    // It could be read, so it is whole.
    if (loadFrom === endFile) renameSync(endFile, stateFile)
    return { process, rpcUrl, rpc, stateFile }
  }

  for (const file of [endFile, stateFile].filter(existsSync)) {
    const launched = (await launch(file, record?.port ?? null)) ?? (await launch(file, null))
    if (launched !== null) return launched
    log.error({ file }, 'a state of the embedded chain cannot be read: set aside')
    renameSync(file, `${file}.unreadable`)
  }
  const empty = (await launch(null, record?.port ?? null)) ?? (await launch(null, null))
  if (empty !== null) return empty
  throw new ChainError('unreachable', `the embedded chain does not start; see anvil.log in ${dir}`)
}

async function becomesReady(process: AnvilProcess, rpc: Endpoints): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (!process.hasExited() && performance.now() < deadline) {
    try {
      await rpc.request({ method: 'eth_chainId' })
      return true
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      await delay(POLL_MS)
    }
  }
  await process.stop()
  return false
}
