import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openPostgresStorage } from '../../backend/src/storage/postgres/postgres-storage.ts'
import { openSqliteStorage } from '../../backend/src/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../../backend/src/storage/storage.ts'
import { createForgetting } from '../../backend/src/worker/forget-outdated.ts'
import { startPostgres } from '../../backend/test/postgres-server.ts'
import type { Benchmark, Figure } from './figure.ts'
import { HISTORY_CHAIN, startInvoiceHistory } from './invoice-history.ts'

const METERS = 100
/** Every meter lasts four days: what it costs by itself is shared by 96 invoices, a fraction of what a longer one has. */
const METER_HOURS = 96
const DAYS = 28
const KEEP_EVENTS_DAYS = 7
/** Nothing has gone by then; and from then on as much goes as comes. */
const FIRST_GOES = 7
const STEADY = 16
const LIMIT_BYTES = 1_200
const FLAT = 1.1

const YEAR_METERS = 10_000
const YEAR_INVOICES = YEAR_METERS * 8_760

/** What is emptied as it is filled; the rest is kept for good. */
const EMPTIED = ['events', 'deliveries', 'jobs', 'transactions', 'escrow_events', 'idempotency']

/** Bytes that each table takes, with its indexes; of the whole database besides; and those written to the log so far, where it is told. */
type Sizes = { tables: Record<string, number>; whole: number; log: number | null }
type Engine = { name: string; storage: Storage; sizes(): Promise<Sizes>; close(): Promise<void> }

/** What an invoice costs for good, before and after the service lets go of what nobody needs any more, by 28 days of its own rules. */
export const growth: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  // A day passes in seconds: the server looks after its tables as often as it would in a day.
  const server = await startPostgres(['fsync=off', 'autovacuum_naptime=1'])
  try {
    const figures: Figure[] = []
    for (const open of [
      () => openSqlite(join(folder, 'billing.sqlite')),
      async () => openPostgres(await server.newDatabase()),
    ]) {
      const engine = await open()
      figures.push(...(await measure(engine, progress)))
      await engine.close()
    }
    return figures
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(engine: Engine, progress: (text: string) => void): Promise<Figure[]> {
  const history = await startInvoiceHistory(engine.storage, { meters: METERS, hours: METER_HOURS })
  const forget = createForgetting({
    ...{ storage: engine.storage, clock: history.clock, keepEvents: KEEP_EVENTS_DAYS * 86_400_000 },
    chains: [HISTORY_CHAIN],
  })
  const at: Record<number, { invoices: number; sizes: Sizes }> = {}
  for (let day = 1; day <= DAYS; day += 1) {
    for (let hour = 0; hour < 24; hour += 1) {
      await history.hour()
      await forget()
    }
    at[day] = { invoices: history.invoices(), sizes: await engine.sizes() }
    progress(`${engine.name}, day ${day} of ${DAYS}, ${history.invoices().toLocaleString('en')} invoices`)
  }
  const logged = (at[DAYS]?.sizes.log ?? 0) - (at[STEADY]?.sizes.log ?? 0)
  const logBytes = logged / ((at[DAYS]?.invoices ?? 0) - (at[STEADY]?.invoices ?? 0))
  const growth = (from: number, to: number) => {
    const [before, after] = [at[from], at[to]]
    if (!before || !after) throw new Error('Those days were not measured.')
    return (after.sizes.whole - before.sizes.whole) / (after.invoices - before.invoices)
  }
  const emptied = (day: number) =>
    EMPTIED.reduce((sum, table) => sum + (at[day]?.sizes.tables[table] ?? 0), 0)
  const [before, after] = [growth(1, FIRST_GOES - 1), growth(STEADY, DAYS)]
  const flat = emptied(DAYS) / emptied(STEADY)
  const figure = { bench: 'growth', against: null, ratio: null, target: null, ok: null }
  const gigabytes = (bytes: number) => bytes / 1e9
  return [
    { ...figure, metric: `${engine.name}, all of it kept`, value: before, unit: 'bytes an invoice' },
    {
      ...{
        ...figure,
        metric: `${engine.name}, what is kept for good`,
        value: after,
        unit: 'bytes an invoice',
      },
      ...{ against: 'all of it', ratio: after / before },
      ...{ target: `<= ${LIMIT_BYTES}`, ok: after <= LIMIT_BYTES },
    },
    {
      ...{ ...figure, metric: `${engine.name}, what is emptied, day ${DAYS}`, value: emptied(DAYS) / 1e6 },
      ...{ unit: 'MB', against: `day ${STEADY}`, ratio: flat, target: `<= ${FLAT} ×`, ok: flat <= FLAT },
    },
    ...(logged === 0
      ? []
      : [{ ...figure, metric: `${engine.name}, log written`, value: logBytes, unit: 'bytes an invoice' }]),
    ...[before, after].map((bytes, place) => ({
      ...{ ...figure, metric: `${engine.name}, a year of 10,000 meters${place === 0 ? ', all kept' : ''}` },
      ...{ value: gigabytes(bytes * YEAR_INVOICES), unit: 'GB' },
    })),
    {
      ...{ ...figure, metric: `${engine.name}, and their window of ${KEEP_EVENTS_DAYS} days` },
      ...{ value: gigabytes((emptied(DAYS) / METERS) * YEAR_METERS), unit: 'GB' },
    },
  ]
}

async function openSqlite(path: string): Promise<Engine> {
  const storage = await openSqliteStorage(path)
  return {
    name: 'SQLite',
    storage,
    close: () => storage.close(),
    sizes: async () => {
      const database = new DatabaseSync(path, { readOnly: true })
      const rows = database
        .prepare(
          'select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name) group by tbl_name',
        )
        .all()
      const [whole] = database
        .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
        .all()
      database.close()
      const tables = Object.fromEntries(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
      return { tables, whole: Number(whole?.bytes), log: null }
    },
  }
}

async function openPostgres(address: string): Promise<Engine> {
  const storage = await openPostgresStorage(address)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return {
    name: 'PostgreSQL',
    storage,
    close: async () => {
      await client.end()
      await storage.close()
    },
    sizes: async () => {
      const { rows } = await client.query<{ name: string; bytes: string }>(
        `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      )
      const tables = Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
      const { rows: logs } = await client.query<{ bytes: string }>(
        "select pg_current_wal_lsn() - '0/0' as bytes",
      )
      const whole = Object.values(tables).reduce((sum, bytes) => sum + bytes, 0)
      return { tables, whole, log: Number(logs[0]?.bytes) }
    },
  }
}
