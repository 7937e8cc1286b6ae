import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aCustomer, aProduct, aSubscription } from '../../backend/src/storage/entities.fixture.ts'
import { openSqliteStorage } from '../../backend/src/storage/sqlite/sqlite-storage.ts'
import { createApiClient } from './api-client.ts'
import type { Benchmark, Figure } from './figure.ts'
import { median } from './median.ts'
import { drawMeters, type MetersAt } from './meters-plot.ts'
import {
  processorMicros,
  residentMegabytes,
  type ServerProcess,
  startLocalBackend,
} from './server-process.ts'

const SIZES = [100, 1_000, 10_000, 100_000]
/** Sizes are measured in turn, and ratios are taken within a round: the machine is never the same twice. */
const ROUNDS = 7
const READS = 1_000
const SWEEPS = 3
const READ_LIMIT = 1.15
const SWEEP_LIMIT = 1.25
const MEMORY_LIMIT_MB = 250
/** A process that settles a hundred meters has not warmed up. */
const WARM = 1_000
const PLOT = join(import.meta.dirname, '../../../docs/diagrams/meters.svg')
const SWEEP = join(import.meta.dirname, 'sweep-process.ts')

/** The clock of this benchmark: meters began an hour before it. */
const NOW = 1_800_003_600_000
const MAX_SECONDS = 2_592_000
/** When whoever reads this is dead. */
const NEVER = 9_000_000_000_000

/** What one meter costs among ever more running ones: to be read, to be settled with all the others, and in memory. */
export const meters: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  try {
    const read = await reading(folder, progress)
    const sweeps = await sweeping(folder, progress)
    const measured = SIZES.map((size, place) => ({ size, ...read[place], ...sweeps[place] }) as MetersAt)
    writeFileSync(PLOT, drawMeters(measured, new Date()))
    return figures(measured)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Reader = { read(): Promise<void>; server: ServerProcess<unknown> }

async function reading(folder: string, progress: (text: string) => void) {
  const readers: Reader[] = []
  try {
    for (const size of SIZES) {
      progress(`a service with ${size.toLocaleString('en')} running meters`)
      readers.push(await startReader(join(folder, String(size)), size))
    }
    const rounds: number[][] = SIZES.map(() => [])
    for (let round = 0; round <= ROUNDS; round += 1) {
      progress(`reading meters, round ${round} of ${ROUNDS}`)
      for (const [place, { read, server }] of readers.entries()) {
        const before = processorMicros(server)
        for (let count = 0; count < READS; count += 1) await read()
        const after = processorMicros(server)
        if (before === null || after === null) throw new Error('This system does not tell processor time.')
        // The first one warms the process up.
        if (round > 0) rounds[place]?.push((after - before) / READS)
      }
    }
    const [fewest = []] = rounds
    return readers.map(({ server }, place) => ({
      readMicros: median(rounds[place] ?? []),
      readRatio: median((rounds[place] ?? []).map((micros, round) => micros / (fewest[round] ?? Number.NaN))),
      serviceMegabytes: residentMegabytes(server),
    }))
  } finally {
    await Promise.all(readers.map(({ server }) => server.stop()))
  }
}

async function startReader(folder: string, size: number): Promise<Reader> {
  const first = await startLocalBackend(folder)
  await first.stop()
  const { merchant } = first.line as { merchant: { id?: string; test_key: string } } & typeof first.line
  const idOf = await fill(join(folder, 'billing.sqlite'), merchant.id ?? '', size, NEVER)
  const server = await startLocalBackend(folder)
  const client = createApiClient(server.line.url, merchant.test_key)
  const read = () => client.get<void>(`/v1/subscriptions/${idOf(Math.floor(Math.random() * size))}`)
  return { server, read }
}

async function sweeping(folder: string, progress: (text: string) => void) {
  const rounds: { micros: number; megabytes: number }[][] = SIZES.map(() => [])
  for (let round = 1; round <= SWEEPS; round += 1) {
    for (const [place, size] of SIZES.entries()) {
      progress(`settling ${size.toLocaleString('en')} meters, round ${round} of ${SWEEPS}`)
      const path = join(folder, `sweep-${size}.sqlite`)
      rounds[place]?.push(await sweep(path, size))
      rmSync(path)
    }
  }
  const warm = rounds[SIZES.indexOf(WARM)] ?? []
  return rounds.map(each => ({
    sweepMicros: median(each.map(({ micros }) => micros)),
    sweepRatio: median(each.map(({ micros }, round) => micros / (warm[round]?.micros ?? Number.NaN))),
    sweepMegabytes: median(each.map(({ megabytes }) => megabytes)),
  }))
}

async function sweep(path: string, size: number): Promise<{ micros: number; megabytes: number }> {
  await fill(path, 'mer_bench', size, NOW)
  const { operator } = aSubscription(aProduct())
  const said = execFileSync(
    process.execPath,
    ['--max-semi-space-size=4', '--conditions=@per-second/source', SWEEP, path, String(NOW), operator],
    { encoding: 'utf8' },
  )
  const { micros, megabytes, invoices } = JSON.parse(said)
  if (invoices !== size) throw new Error(`${invoices} of ${size} meters were settled.`)
  return { micros: micros / size, megabytes }
}

/** Running meters, each with terms of its own. @returns the id of the i-th */
async function fill(path: string, merchantId: string, size: number, dueAt: number) {
  const storage = await openSqliteStorage(path)
  const product = aProduct({ merchantId })
  const short = aSubscription(product, { customerId: 'cus_bench', dueAt, nextSettlementAt: dueAt })
  const terms = { ...short.terms, maxSeconds: MAX_SECONDS }
  const meter = { ...short, maxDurationSeconds: MAX_SECONDS, terms }
  await storage.unitOfWork(async tx => {
    await tx.products.insert(product)
    await tx.customers.insert(aCustomer(product, meter.customerId))
    await tx.subscriptions.insert(meter)
  })
  await storage.close()
  const instead: Record<string, string> = {
    id: "'sub_' || printf('%038d', i)",
    meter_id: "'0x' || printf('%064x', i)",
    terms: `replace(terms, '${meter.terms.salt}', '0x' || printf('%064x', i))`,
    position: 'position + i',
  }
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off')
  const columns = database.prepare("select name from pragma_table_info('subscriptions')").all()
  const names = columns.map(({ name }) => String(name))
  database.exec(`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${size - 1})
    insert into subscriptions (${names.join(', ')})
    select ${names.map(name => instead[name] ?? name).join(', ')}
    from numbers, (select * from subscriptions limit 1)`)
  database.close()
  return (index: number) => (index === 0 ? meter.id : `sub_${String(index).padStart(38, '0')}`)
}

function figures(measured: readonly MetersAt[]): Figure[] {
  const figure = { bench: 'meters' }
  const unit = 'µs processor'
  const bounded = (value: number) => ({
    ...{ value, unit: 'MB resident', against: null, ratio: null },
    ...{ target: `<= ${MEMORY_LIMIT_MB} MB`, ok: value <= MEMORY_LIMIT_MB },
  })
  const compared = (value: number, ratio: number, { to, limit }: { to: number | null; limit: number }) =>
    to === null
      ? { ...figure, unit, value, against: null, ratio: null, target: null, ok: null }
      : {
          ...{ ...figure, unit, value, against: `${to.toLocaleString('en')} meters`, ratio },
          ...{ target: `<= ${limit} ×`, ok: ratio <= limit },
        }
  return measured.flatMap((at, place): Figure[] => {
    const name = `${at.size.toLocaleString('en')} meters`
    const reads = { to: place === 0 ? null : (SIZES[0] ?? null), limit: READ_LIMIT }
    const sweeps = { to: at.size <= WARM ? null : WARM, limit: SWEEP_LIMIT }
    return [
      { ...compared(at.readMicros, at.readRatio, reads), metric: `${name}, one is read` },
      { ...compared(at.sweepMicros, at.sweepRatio, sweeps), metric: `${name}, each is settled` },
      { ...figure, metric: `${name}, service that answers`, ...bounded(at.serviceMegabytes) },
      { ...figure, metric: `${name}, process that settles`, ...bounded(at.sweepMegabytes) },
    ]
  })
}
