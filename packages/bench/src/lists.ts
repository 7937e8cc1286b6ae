import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { sqlName } from '../../backend/src/storage/columns.ts'
import {
  aCustomer,
  anInvoice,
  aProduct,
  aSession,
  aSubscription,
  newId,
} from '../../backend/src/storage/entities.fixture.ts'
import { openPostgresStorage } from '../../backend/src/storage/postgres/postgres-storage.ts'
import { openSqliteStorage } from '../../backend/src/storage/sqlite/sqlite-storage.ts'
import type { Storage, Transaction } from '../../backend/src/storage/storage.ts'
import { TABLES, type TableName } from '../../backend/src/storage/tables.ts'
import { startPostgres } from '../../backend/test/postgres-server.ts'
import { vacuumDatabase } from '../../backend/test/vacuum-database.ts'
import type { Benchmark, Figure } from './figure.ts'
import { median } from './median.ts'

const ROWS = 1_000_000
const LIMIT_MS = 5
const TIMES = 15
const PAGE = { limit: 10 }

const scope = aProduct()
/** The rows of each list: columns that are not as in the row before them, the i-th of them. Of two filters each fits one half. */
const HALVES: Partial<Record<TableName, Record<string, string>>> = {
  events: {},
  sessions: {},
  subscriptions: {
    meter_id: 'meter_id || i',
    customer_id: "case i % 2 when 0 then 'cus_even' else 'cus_odd' end",
    product_id: "case i % 2 when 0 then 'prod_even' else 'prod_odd' end",
    status: "case i % 2 when 0 then 'running' else 'ended' end",
  },
  invoices: {
    customer_id: "case i % 2 when 0 then 'cus_even' else 'cus_odd' end",
    subscription_id: "case i % 2 when 0 then 'sub_even' else 'sub_odd' end",
    status: "case i % 2 when 0 then 'paid' else 'failed' end",
    period_end: 'period_end + 1000 * i',
  },
}
const MIDDLE = { periodEndGte: ROWS / 2, periodEndLte: ROWS / 2 + 1_000 }
const LISTS: Record<string, (tx: Transaction) => Promise<unknown>> = {
  'events by type': tx => tx.events.list(scope, PAGE, { type: 'product.created' }),
  'subscriptions by status': tx => tx.subscriptions.list(scope, PAGE, { status: 'paused' }),
  'subscriptions by customer': tx => tx.subscriptions.list(scope, PAGE, { customer: 'cus_sought' }),
  'subscriptions by product': tx => tx.subscriptions.list(scope, PAGE, { product: 'prod_sought' }),
  'subscriptions of one of two customers': tx => tx.subscriptions.list(scope, PAGE, { customer: 'cus_odd' }),
  'subscriptions by customer and status': tx =>
    tx.subscriptions.list(scope, PAGE, { customer: 'cus_odd', status: 'running' }),
  'subscriptions by product and status': tx =>
    tx.subscriptions.list(scope, PAGE, { product: 'prod_odd', status: 'running' }),
  'subscriptions by customer and product': tx =>
    tx.subscriptions.list(scope, PAGE, { customer: 'cus_odd', product: 'prod_even' }),
  'open sessions': tx => tx.sessions.list(scope, PAGE, { status: 'open', now: 2 }),
  'expired sessions': tx => tx.sessions.list(scope, PAGE, { status: 'expired', now: 2 }),
  'invoices by customer': tx => tx.invoices.list(scope, PAGE, { customer: 'cus_sought' }),
  'invoices by subscription': tx => tx.invoices.list(scope, PAGE, { subscription: 'sub_sought' }),
  'invoices by customer and status': tx =>
    tx.invoices.list(scope, PAGE, { customer: 'cus_odd', status: 'paid' }),
  'invoices by subscription and status': tx =>
    tx.invoices.list(scope, PAGE, { subscription: 'sub_odd', status: 'paid' }),
  'invoices that ended long ago': tx => tx.invoices.list(scope, PAGE, { periodEndLte: 0 }),
  'invoices that end later than any': tx => tx.invoices.list(scope, PAGE, { periodEndGte: 2 * ROWS }),
  'invoices that ended halfway': tx => tx.invoices.list(scope, PAGE, MIDDLE),
  'a hundred invoices that ended halfway': tx => tx.invoices.list(scope, { limit: 100 }, MIDDLE),
  'invoices that ended before the last': tx => tx.invoices.list(scope, PAGE, { periodEndLte: ROWS }),
  'failed invoices that ended long ago': tx =>
    tx.invoices.list(scope, PAGE, { status: 'failed', periodEndLte: 0 }),
}

type Engine = {
  name: string
  open(): Promise<Storage>
  /** Statements that need not be durable, and what the database does after so many rows. */
  fill(statements: readonly string[]): Promise<void>
}

/** Filters that fit one row, the oldest of a million, or none: the worst that a list can be asked for; on SQLite, then on PostgreSQL. */
export const lists: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const server = await startPostgres()
  try {
    const figures: Figure[] = []
    const engines = [sqliteAt(join(folder, 'billing.sqlite')), postgresAt(await server.newDatabase())]
    for (const engine of engines) figures.push(...(await measure(engine, progress)))
    return figures
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(engine: Engine, progress: (text: string) => void): Promise<Figure[]> {
  progress(`${engine.name}, ${ROWS.toLocaleString('en')} rows a list`)
  const first = await engine.open()
  await first.unitOfWork(async tx => {
    const sought = { customerId: 'cus_sought', productId: 'prod_sought' }
    await tx.subscriptions.insert(aSubscription(scope, { status: 'paused', ...sought }))
    for (const which of ['odd', 'sought']) {
      await tx.customers.insert(aCustomer(scope, `cus_${which}`))
      await tx.subscriptions.insert(aSubscription(scope, { id: `sub_${which}` }))
    }
    await tx.subscriptions.insert(aSubscription(scope))
    await tx.sessions.insert(aSession(scope))
    await tx.sessions.insert(aSession(scope, { status: 'expired' }))
    await tx.sessions.insert(aSession(scope, { status: 'complete' }))
    const invoice = { customerId: 'cus_sought', subscriptionId: 'sub_sought' }
    await tx.invoices.insert(anInvoice(scope, 1, { ...invoice, status: 'failed' }))
    await tx.invoices.insert(anInvoice(scope, 1_000))
    for (const type of ['product.created', 'invoice.paid'] as const) {
      const { merchantId, mode } = scope
      const about = { data: {}, traceparent: null, created: 1 }
      await tx.events.insert({ id: newId('evt_'), merchantId, mode, type, ...about })
    }
  })
  await first.close()
  await engine.fill(Object.entries(HALVES).map(([table, differing]) => copies(table as TableName, differing)))

  const storage = await engine.open()
  const figures: Figure[] = []
  for (const [list, ask] of Object.entries(LISTS)) {
    const millis: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now()
      await storage.read(ask)
      millis.push(performance.now() - start)
    }
    const value = median(millis)
    figures.push({
      ...{ bench: 'lists', metric: `${engine.name}, ${list}`, value, unit: 'ms', against: null, ratio: null },
      ...{ target: `<= ${LIMIT_MS} ms`, ok: value <= LIMIT_MS },
    })
  }
  await storage.close()
  return figures
}

function sqliteAt(path: string): Engine {
  return {
    name: 'SQLite',
    open: () => openSqliteStorage(path),
    fill: async statements => {
      const database = new DatabaseSync(path)
      database.exec('pragma synchronous = off; pragma cache_size = -65536')
      for (const statement of statements) database.exec(statement)
      database.close()
    },
  }
}

function postgresAt(address: string): Engine {
  return {
    name: 'PostgreSQL',
    open: () => openPostgresStorage(address),
    fill: async statements => {
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
      await vacuumDatabase(address)
    },
  }
}

/** As many rows as the newest one, positions as far apart as where every invoice comes with events of its own. */
function copies(table: TableName, differing: Record<string, string>): string {
  const instead: Record<string, string> = {
    ...{ id: `id || (${ROWS} + i)`, position: 'position + 3 * i' },
    ...differing,
  }
  const names = [...Object.keys(TABLES[table].columns).map(sqlName), 'position']
  return `
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${ROWS})
    insert into ${sqlName(table)} (${names.join(', ')})
    select ${names.map(name => instead[name] ?? name).join(', ')}
    from numbers, (select * from ${sqlName(table)} order by position desc limit 1) as newest`
}
