import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { openMeters } from './open-meters.ts'
import { BACKEND_SOURCE, startLocalBackend } from './server-process.ts'

const METERS = 25
const DAYS = 30
const DAY_SECONDS = 86_400
const MOST_SECONDS = 12

/**
 * How long everybody else waits while one request moves the clock by thirty days, over meters that are settled every hour.
 *
 * @param database of its own, empty; null for SQLite
 */
export async function oneAdvance(database: string | null, progress: (text: string) => void): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const server = await startLocalBackend(folder, BACKEND_SOURCE, database)
  try {
    const meters = { meters: METERS, maxSeconds: DAYS * DAY_SECONDS }
    const merchant = await openMeters(server, meters, progress)
    progress(`advancing by ${DAYS} days`)
    const started = performance.now()
    await merchant.advance(DAYS * DAY_SECONDS)
    const value = (performance.now() - started) / 1_000
    return {
      ...{ bench: 'settlement', metric: `one advance by ${DAYS} days over ${METERS} meters`, value },
      ...{ unit: 's', against: null, ratio: null, target: `<= ${MOST_SECONDS} s`, ok: value <= MOST_SECONDS },
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
