import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  anInvoice,
  aProduct,
  aSession,
  aSubscription,
  newId,
} from '../../backend/src/storage/entities.fixture.ts'
import { openSqliteStorage } from '../../backend/src/storage/sqlite-storage.ts'
import type { Transaction } from '../../backend/src/storage/storage.ts'
import type { Benchmark } from './figure.ts'
import { median } from './median.ts'

const ROWS = 1_000_000
const LIMIT_MS = 5
const TIMES = 15
const PAGE = { limit: 10 }

const scope = aProduct()
/** The rows of which each list is made: one that is looked for and older than all others, and one that all others are copies of. */
const sought = aSubscription(scope, { status: 'paused', customerId: 'cus_sought', productId: 'prod_sought' })
const LISTS: Record<string, (tx: Transaction) => Promise<unknown>> = {
  'events by type': tx => tx.events.list(scope, PAGE, { type: 'product.created' }),
  'subscriptions by status': tx => tx.subscriptions.list(scope, PAGE, { status: 'paused' }),
  'subscriptions by customer': tx => tx.subscriptions.list(scope, PAGE, { customer: 'cus_sought' }),
  'subscriptions by product': tx => tx.subscriptions.list(scope, PAGE, { product: 'prod_sought' }),
  'open sessions': tx => tx.sessions.list(scope, PAGE, { status: 'open', now: 2 }),
  'expired sessions': tx => tx.sessions.list(scope, PAGE, { status: 'expired', now: 2 }),
  'invoices by status': tx => tx.invoices.list(scope, PAGE, { status: 'failed' }),
  'invoices by customer': tx => tx.invoices.list(scope, PAGE, { customer: 'cus_sought' }),
  'invoices by subscription': tx => tx.invoices.list(scope, PAGE, { subscription: 'sub_sought' }),
}

/** Filters that fit one row, the oldest of a million: the worst that a list can be asked for. */
export const lists: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const path = join(folder, 'billing.sqlite')
  try {
    const first = await openSqliteStorage(path)
    await first.unitOfWork(async tx => {
      await tx.subscriptions.insert(sought)
      await tx.subscriptions.insert(aSubscription(scope, { status: 'running' }))
      await tx.sessions.insert(aSession(scope))
      await tx.sessions.insert(aSession(scope, { status: 'expired' }))
      await tx.sessions.insert(aSession(scope, { status: 'complete' }))
      const failed = { status: 'failed', customerId: 'cus_sought', subscriptionId: 'sub_sought' } as const
      await tx.invoices.insert(anInvoice(scope, 1, failed))
      await tx.invoices.insert(anInvoice(scope, 1_000))
      for (const type of ['product.created', 'invoice.paid'] as const) {
        const { merchantId, mode } = scope
        const about = { data: {}, traceparent: null, created: 1 }
        await tx.events.insert({ id: newId('evt_'), merchantId, mode, type, ...about })
      }
    })
    await first.close()
    for (const table of ['events', 'subscriptions', 'sessions', 'invoices']) {
      progress(`adding ${ROWS.toLocaleString('en')} ${table}`)
      copyNewest(path, table)
    }
    const storage = await openSqliteStorage(path)
    const figures = []
    for (const [metric, list] of Object.entries(LISTS)) {
      const millis: number[] = []
      for (let time = 0; time < TIMES; time += 1) {
        const start = performance.now()
        await storage.read(list)
        millis.push(performance.now() - start)
      }
      const value = median(millis)
      figures.push({
        ...{ bench: 'lists', metric, value, unit: 'ms', against: null, ratio: null },
        ...{ target: `<= ${LIMIT_MS} ms`, ok: value <= LIMIT_MS },
      })
    }
    await storage.close()
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyNewest(path: string, table: string): void {
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off; pragma cache_size = -65536')
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).all()
  const instead: Record<string, string> = {
    id: "id || printf('%08d', i)",
    position: 'position + i',
    meter_id: "'0x' || printf('%064x', i)",
  }
  const names = columns.map(({ name }) => String(name))
  database.exec(`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${ROWS})
    insert into ${table} (${names.join(', ')})
    select ${names.map(name => instead[name] ?? name).join(', ')}
    from numbers, (select * from ${table} order by position desc limit 1)`)
  database.close()
}
