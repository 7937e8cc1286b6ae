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
import { type Bench, type Benchmark, type Figure, figure, median } from './figure.ts'

const ROWS = 1_000_000
const LIMIT_MS = 5
const TIMES = 15
const PAGE = { limit: 10 }

type Listed = 'events' | 'sessions' | 'subscriptions' | 'invoices'
type Filtered = { [Table in Listed]: [Table, Parameters<Transaction[Table]['list']>[2]] }[Listed]

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
const LISTS: Filtered[] = [
  ['events', { type: 'product.created' }],
  ['subscriptions', { status: 'paused' }],
  ['subscriptions', { customer: 'cus_sought' }],
  ['subscriptions', { product: 'prod_sought' }],
  ['subscriptions', { customer: 'cus_odd' }],
  ['subscriptions', { customer: 'cus_odd', status: 'running' }],
  ['subscriptions', { product: 'prod_odd', status: 'running' }],
  ['subscriptions', { customer: 'cus_odd', product: 'prod_even' }],
  ['sessions', { status: 'open', now: 2 }],
  ['sessions', { status: 'expired', now: 2 }],
  ['invoices', { customer: 'cus_sought' }],
  ['invoices', { subscription: 'sub_sought' }],
  ['invoices', { customer: 'cus_odd', status: 'paid' }],
  ['invoices', { subscription: 'sub_odd', status: 'paid' }],
  ['invoices', { periodEndLte: 0 }],
  ['invoices', { periodEndGte: 2 * ROWS }],
  ['invoices', { periodEndGte: ROWS / 2, periodEndLte: ROWS / 2 + 1_000 }],
  ['invoices', { periodEndLte: ROWS }],
  ['invoices', { status: 'failed', periodEndLte: 0 }],
]

/**
 * Filters that fit one row, the oldest of a million, or none: the worst case of a list. It runs on SQLite, then on
 * PostgreSQL.
 */
export const lists: Benchmark = async bench => {
  const server = await startPostgres()
  bench.defer(() => server.stop())
  const path = join(bench.folder, 'billing.sqlite')
  const address = await server.newDatabase()
  const onSqlite = { name: 'SQLite', open: () => openSqliteStorage(path) }
  const onPostgres = { name: 'PostgreSQL', open: () => openPostgresStorage(address) }
  return [
    ...(await measure(bench, onSqlite, statements => fillSqlite(path, statements))),
    ...(await measure(bench, onPostgres, statements => fillPostgres(address, statements))),
  ]
}

async function measure(
  bench: Bench,
  engine: { name: string; open(): Promise<Storage> },
  fill: (statements: readonly string[]) => Promise<void>,
): Promise<Figure[]> {
  bench.progress(`${engine.name}, ${ROWS.toLocaleString('en')} rows a list`)
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
  await fill(Object.entries(HALVES).map(([table, differing]) => copies(table as TableName, differing)))

  const storage = await engine.open()
  const figures: Figure[] = []
  for (const [table, filter] of LISTS) {
    // biome-ignore lint/suspicious/noExplicitAny: each filter is checked against its own table above
    const ask = (tx: any) => tx[table].list(scope, PAGE, filter)
    const millis: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now()
      await storage.read(ask)
      millis.push(performance.now() - start)
    }
    const metric = `${engine.name}, ${table} with ${new URLSearchParams(filter as Record<string, string>)}`
    figures.push(figure(metric, { value: median(millis), unit: 'ms', most: LIMIT_MS }))
  }
  await storage.close()
  return figures
}

/** These rows need not be durable. */
async function fillSqlite(path: string, statements: readonly string[]): Promise<void> {
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off; pragma cache_size = -65536')
  for (const statement of statements) database.exec(statement)
  database.close()
}

async function fillPostgres(address: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  await vacuumDatabase(address)
}

/** As many rows as the newest one, positions as far apart as where every invoice comes with events of its own. */
function copies(table: TableName, differing: Record<string, string>): string {
  const instead: Record<string, string> = {
    id: `id || (${ROWS} + i)`,
    position: 'position + 3 * i',
    ...differing,
  }
  const names = [...Object.keys(TABLES[table].columns).map(sqlName), 'position']
  return `
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${ROWS})
    insert into ${sqlName(table)} (${names.join(', ')})
    select ${names.map(name => instead[name] ?? name).join(', ')}
    from numbers, (select * from ${sqlName(table)} order by position desc limit 1) as newest`
}
