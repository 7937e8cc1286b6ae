import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aCustomer, aProduct, aSubscription } from '../../backend/src/storage/entities.fixture.ts'
import { openSqliteStorage } from '../../backend/src/storage/sqlite/sqlite-storage.ts'
import { type Bench, type Benchmark, figure, median, medianRatio } from './figure.ts'
import { processorMicros, residentMegabytes, type Server, startLocalBackend } from './servers.ts'

const SIZES = [100, 1_000, 10_000, 100_000] as const
const ROUNDS = 7
const READS = 1_000
const MOST_OF_FEWEST = 1.15
const MOST_MEGABYTES = 250
const MAX_SECONDS = 2_592_000
/** Centuries ahead. */
const NEVER = 9_000_000_000_000

/** The cost of reading one meter among ever more running ones, in processor time and memory of a service on SQLite. */
export const meters: Benchmark = async bench => {
  const readers: { server: Server; read(): Promise<unknown>; micros: number[] }[] = []
  for (const size of SIZES) {
    bench.progress(`a service with ${named(size)}`)
    readers.push({ ...(await startReader(bench, size)), micros: [] })
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    bench.progress(`reading meters, round ${round} of ${ROUNDS}`)
    for (const { server, read, micros } of readers) {
      const before = processorMicros(server)
      for (let count = 0; count < READS; count += 1) await read()
      // The first round warms the process up.
      if (round > 0) micros.push((processorMicros(server) - before) / READS)
    }
  }
  return readers.flatMap(({ server, micros }, place) => {
    const size = SIZES[place] ?? 0
    const ratio = medianRatio(micros, readers[0]?.micros ?? [])
    return [
      figure(`${named(size)}, one is read`, {
        value: median(micros),
        unit: 'µs processor',
        ...(place > 0 && { against: named(SIZES[0]), ratio, most: MOST_OF_FEWEST }),
      }),
      figure(`${named(size)}, service that answers`, {
        value: residentMegabytes(server),
        unit: 'MB resident',
        most: MOST_MEGABYTES,
      }),
    ]
  })
}

async function startReader(bench: Bench, size: number) {
  const folder = join(bench.folder, String(size))
  const first = await startLocalBackend(bench, { folder })
  await first.stop()
  const { id, test_key } = first.line.merchant
  const idOf = await fill(join(folder, 'billing.sqlite'), { merchantId: id, size })
  const server = await startLocalBackend(bench, { folder })
  const headers = { authorization: `Bearer ${test_key}` }
  const read = async () => {
    const path = `/v1/subscriptions/${idOf(Math.floor(Math.random() * size))}`
    const answer = await fetch(server.line.url + path, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    await answer.text()
  }
  return { server, read }
}

function named(size: number): string {
  return `${size.toLocaleString('en')} meters`
}

/** Running meters, each with terms of its own. @returns the id of the i-th */
async function fill(path: string, { merchantId, size }: { merchantId: string; size: number }) {
  const storage = await openSqliteStorage(path)
  const product = aProduct({ merchantId })
  const short = aSubscription(product, { customerId: 'cus_bench', dueAt: NEVER, nextSettlementAt: NEVER })
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
