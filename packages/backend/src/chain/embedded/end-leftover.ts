import { setTimeout as delay } from 'node:timers/promises'
import type { ChainRecord } from './chain-record.ts'
import { processStartTime } from './process-identity.ts'

const GRACE_MS = 3_000
const POLL_MS = 10

/**
 * Ends the chain process an earlier backend left, if it is still that very process, and waits until it has saved its state. Two
 * chains must never write one state file.
 *
 * @returns whether there was one
 */
export async function endLeftover({ pid, started }: ChainRecord): Promise<boolean> {
  if (pid === null || started === null) return false
  const runs = () => processStartTime(pid) === started
  if (!runs()) return false
  process.kill(pid, 'SIGTERM')
  const deadline = performance.now() + GRACE_MS
  while (runs() && performance.now() < deadline) await delay(POLL_MS)
  if (runs()) process.kill(pid, 'SIGKILL')
  while (runs()) await delay(POLL_MS)
  return true
}
