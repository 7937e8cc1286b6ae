import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMerchant } from '../../backend/src/actions/merchants.ts'
import type { Invoice, Scope } from '../../backend/src/domain/entities.ts'
import { createIds } from '../../backend/src/domain/id.ts'
import { openPostgresStorage } from '../../backend/src/storage/postgres/postgres-storage.ts'
import { openSqliteStorage } from '../../backend/src/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../../backend/src/storage/storage.ts'
import { type PostgresServer, startPostgres } from '../../backend/test/postgres-server.ts'
import { vacuumDatabase } from '../../backend/test/vacuum-database.ts'
import { createApiClient } from './api-client.ts'
import type { Benchmark, Figure } from './figure.ts'
import { median } from './median.ts'
import { BACKEND_SOURCE, type ServerProcess, startServer } from './server-process.ts'

const FEW = 1_000
const MANY = 1_000_000
const UNIT = 5_000
const UNITS_AT_ONCE = 4
const WARM_UPS = 100
const ASKED = 500
const LIMIT = 2

const NO_CHAIN = [
  ...['--rpc-url', 'http://127.0.0.1:2', '--public-rpc-url', 'http://127.0.0.1:2', '--chain-id', '424242'],
  ...['--token', `0x${'aa'.repeat(20)}`, '--rate-limit', '1000000'],
]
const OPERATOR = { OPERATOR_KEY: `0x${'11'.repeat(32)}` }

/** Subscriptions have a dozen invoices each, customers one subscription. */
const INVOICES_EACH = 10

type Service = { server: ServerProcess<unknown>; get: (path: string) => Promise<unknown>; middle: string }

/** Where a service keeps its objects: the arguments that say so, and the same place for this process. */
type Engine = {
  name: string
  at(folder: string): Promise<{ args: string[]; open: () => Promise<Storage> }>
  /** What the database does by itself within minutes of so many new rows. */
  rest(args: string[]): Promise<void>
}

/**
 * A page of ten invoices out of a thousand and out of a million, in two databases of the same making, asked for in turn by one
 * caller: on SQLite, then on PostgreSQL. The invoices are written through the service's own storage.
 */
export const pages: Benchmark = async progress => {
  const server = await startPostgres()
  try {
    const figures: Figure[] = []
    for (const engine of [SQLITE, postgresOn(server)]) figures.push(...(await measure(engine, progress)))
    return figures
  } finally {
    await server.stop()
  }
}

async function measure(engine: Engine, progress: (text: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const services: Service[] = []
  try {
    for (const count of [FEW, MANY])
      services.push(await seed(engine, join(folder, String(count)), count, progress))
    const [few, many] = services as [Service, Service]
    const figures: Figure[] = []
    for (const [metric, query] of PAGES) {
      progress(`${engine.name}, ${metric}`)
      figures.push(await compare(`${engine.name}, ${metric}`, few, many, query))
    }
    return figures
  } finally {
    await Promise.all(services.map(({ server }) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

const SQLITE: Engine = {
  name: 'SQLite',
  at: async folder => ({ args: [], open: () => openSqliteStorage(join(folder, 'billing.sqlite')) }),
  rest: async () => {},
}

function postgresOn(server: PostgresServer): Engine {
  return {
    name: 'PostgreSQL',
    at: async () => {
      const address = await server.newDatabase()
      return { args: ['--database-url', address], open: () => openPostgresStorage(address) }
    },
    rest: ([, address = '']) => vacuumDatabase(address),
  }
}

const PAGES: [string, (service: Service) => string][] = [
  ['ten newest', () => ''],
  ['ten from the middle', ({ middle }) => `?starting_after=${middle}`],
  ['ten failed (one in 1,000)', () => '?status=failed'],
  ['ten of one subscription', () => '?subscription=sub_7'],
  ['ten of one customer', () => '?customer=cus_7'],
]

async function compare(
  metric: string,
  few: Service,
  many: Service,
  query: (service: Service) => string,
): Promise<Figure> {
  const times = new Map<Service, number[]>([
    [few, []],
    [many, []],
  ])
  for (let round = 0; round < WARM_UPS + ASKED; round += 1) {
    for (const [service, millis] of times) {
      const started = performance.now()
      await service.get(`/v1/invoices${query(service)}`)
      if (round >= WARM_UPS) millis.push(performance.now() - started)
    }
  }
  const value = median(times.get(many) ?? [])
  const ratio = value / median(times.get(few) ?? [])
  return {
    ...{ bench: 'pages', metric: `${metric}, of 1,000,000`, value, unit: 'ms' },
    ...{ against: 'the same of 1,000', ratio, target: `<= ${LIMIT} ×`, ok: ratio <= LIMIT },
  }
}

async function seed(
  engine: Engine,
  folder: string,
  count: number,
  progress: (text: string) => void,
): Promise<Service> {
  const { args: place, open } = await engine.at(folder)
  // The service makes its folder, and the storage's tables, at its first start.
  const args = ['--port', '0', '--data', folder, '--json', '--log', 'silent', ...NO_CHAIN, ...place]
  const first = await startServer(BACKEND_SOURCE, args, OPERATOR)
  await first.stop()
  const storage = await open()
  const newId = createIds(Date.now)
  const now = Date.now()
  const { merchant, testKey } = await storage.unitOfWork(tx =>
    createMerchant(
      { tx, now, newId },
      { name: 'Bench', logoUrl: null, accent: null, supportUrl: null, payoutAddress: `0x${'0a'.repeat(20)}` },
    ),
  )
  const scope: Scope = { merchantId: merchant.id, mode: 'test' }
  const ids = Array.from({ length: count }, () => newId('in_'))
  const write = (from: number) =>
    storage.unitOfWork(async tx => {
      for (let number = from; number < Math.min(count, from + UNIT); number += 1)
        await tx.invoices.insert(anInvoice(ids[number] as string, scope, number, count))
    })
  for (let from = 0; from < count; from += UNIT * UNITS_AT_ONCE) {
    if (count > UNIT)
      progress(
        `${engine.name}, writing invoices, ${from.toLocaleString('en')} of ${count.toLocaleString('en')}`,
      )
    await Promise.all(Array.from({ length: UNITS_AT_ONCE }, (_, unit) => write(from + unit * UNIT)))
  }
  await storage.close()
  await engine.rest(place)
  const server = await startServer(BACKEND_SOURCE, args, OPERATOR)
  const { get } = createApiClient(server.line.url, testKey)
  return { server, get, middle: ids[Math.floor(count / 2)] as string }
}

/** The invoices of one subscription lie far apart, as they do when all meters settle every hour. */
function anInvoice(id: string, scope: Scope, number: number, count: number): Invoice {
  const owner = number % (count / INVOICES_EACH)
  const period = 1_788_652_800_000 + number * 1_000
  return {
    ...{ id, ...scope, subscriptionId: `sub_${owner}`, customerId: `cus_${owner}` },
    ...{ periodStart: period - 3_600_000, periodEnd: period, seconds: 3_600 },
    ...{ amountSettled: 997_200n, gross: 997_200n, fee: 9_972n, net: 987_228n },
    ...{
      status: number % 1_000 === 7 ? 'failed' : 'paid',
      txHash: `0x${number.toString(16).padStart(64, '0')}`,
      logIndex: 0,
      created: period,
    },
  }
}
