import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Figure } from './figure.ts'
import { oneAdvance } from './one-advance.ts'
import { openMeters } from './open-meters.ts'
import { BACKEND_SOURCE, processorMicros, type ServerProcess, startLocalBackend } from './server-process.ts'
import { settlementOnARealChain } from './settlement-on-a-real-chain.ts'

const METERS = 100
const DAYS = 30
const DAY_SECONDS = 86_400
const INVOICES = METERS * DAYS * 24
const MOST_SECONDS = 35
/** Of processor time of the backend, for an invoice. */
const MOST_MILLIS = { sqlite: 0.35, postgres: 0.8 }

/** Thirty days pass over a hundred running meters, each of them settled every hour on the embedded chain. */
export const settlement: Benchmark = async (progress, database) => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const address = (await database?.newDatabase()) ?? null
  const server = await startLocalBackend(folder, BACKEND_SOURCE, address)
  try {
    const meters = { meters: METERS, maxSeconds: DAYS * DAY_SECONDS }
    const merchant = await openMeters(server, meters, progress)
    const before = processorMicros(server)
    const days: number[] = []
    for (let day = 1; day <= DAYS; day += 1) {
      const started = performance.now()
      await merchant.advance(DAY_SECONDS)
      days.push((performance.now() - started) / 1000)
      progress(`day ${day} of ${DAYS}, ${days.at(-1)?.toFixed(2)} s`)
    }
    const most = database === null ? MOST_MILLIS.sqlite : MOST_MILLIS.postgres
    const advanced = [...figures(days), ...processorTime(server, before, most)]
    const atOnce = await oneAdvance((await database?.newDatabase()) ?? null, progress)
    const onRealChain =
      database === null ? [] : await settlementOnARealChain(await database.newDatabase(), progress)
    return [...advanced, atOnce, ...onRealChain]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function figures(days: number[]): Figure[] {
  const total = days.reduce((sum, seconds) => sum + seconds, 0)
  const figure = { bench: 'settlement', unit: 's', against: null, ratio: null }
  const reported = { target: null, ok: null }
  return [
    {
      ...{ ...figure, metric: `${DAYS} days over ${METERS} meters`, value: total },
      ...{ target: `<= ${MOST_SECONDS} s`, ok: total <= MOST_SECONDS },
    },
    { ...figure, metric: 'the first day', value: days[0] ?? Number.NaN, ...reported },
    {
      ...{ ...figure, metric: 'the last day', value: days.at(-1) ?? Number.NaN, ...reported },
      ...{ against: 'the first day', ratio: (days.at(-1) ?? Number.NaN) / (days[0] ?? Number.NaN) },
    },
  ]
}

/** @param before microseconds it had used before the days; null where they cannot be read */
function processorTime(server: ServerProcess<unknown>, before: number | null, most: number): Figure[] {
  const after = processorMicros(server)
  if (before === null || after === null) return []
  const value = (after - before) / 1_000 / INVOICES
  const figure = { bench: 'settlement', unit: 'ms', against: null, ratio: null }
  const metric = 'processor time of the backend, an invoice'
  return [{ ...figure, metric, value, target: `<= ${most} ms`, ok: value <= most }]
}
