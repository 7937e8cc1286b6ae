import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMerchantServer } from '../../backend/test/merchant.ts'
import type { Benchmark } from './figure.ts'
import { median } from './median.ts'
import { type Merchant, openMeters } from './open-meters.ts'
import { processorMicros, type ServerProcess, startLocalBackend } from './server-process.ts'

const METERS = 100
const NEIGHBOURS = 100_000
const DAY_SECONDS = 86_400
const MEASURED_DAYS = 5
const INVOICES_A_DAY = METERS * 24
const LIMIT = 1.15

/** What settling a meter costs beside a hundred others, and beside a hundred thousand running ones that are not due. */
export const neighbours: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  let server = await startLocalBackend(folder)
  try {
    const alone = await openMeters(server, { meters: METERS, maxSeconds: 30 * DAY_SECONDS }, progress)
    progress(`settling ${METERS} meters for six days`)
    const before = await microsAnInvoice(server, alone)
    await server.stop()
    progress(`adding ${NEIGHBOURS.toLocaleString('en')} running meters`)
    addNeighbours(join(folder, 'billing.sqlite'))
    server = await startLocalBackend(folder)
    progress(`settling ${METERS} meters among them for six days`)
    const among = await microsAnInvoice(server, await createMerchantServer(server.line as never))
    const figure = { bench: 'neighbours', unit: 'µs processor an invoice' }
    const ratio = among / before
    return [
      {
        ...{ ...figure, metric: `${METERS} meters`, value: before },
        ...{ against: null, ratio: null, target: null, ok: null },
      },
      {
        ...{ ...figure, metric: `${METERS} among ${NEIGHBOURS.toLocaleString('en')}`, value: among },
        ...{ against: 'alone', ratio, target: `<= ${LIMIT} ×`, ok: ratio <= LIMIT },
      },
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The median of five days, after one that warms the process up. */
async function microsAnInvoice(server: ServerProcess<unknown>, merchant: Merchant): Promise<number> {
  await merchant.advance(DAY_SECONDS)
  const days: number[] = []
  while (days.length < MEASURED_DAYS) {
    const before = processorMicros(server)
    await merchant.advance(DAY_SECONDS)
    const after = processorMicros(server)
    if (before === null || after === null) throw new Error('This system does not tell processor time.')
    days.push((after - before) / INVOICES_A_DAY)
  }
  return median(days)
}

/** Copies one running meter, as rows of its own that fall due when everybody reading this is dead. */
function addNeighbours(file: string): void {
  const database = new DatabaseSync(file)
  const columns = database.prepare("select name from pragma_table_info('subscriptions')").all()
  const instead: Record<string, string> = {
    id: "'sub_neighbour' || printf('%08d', i)",
    meter_id: "'0x' || printf('%064x', i)",
    due_at: '9000000000000',
    next_settlement_at: '9000000000000',
  }
  const names = columns.map(({ name }) => String(name))
  const values = names.map(name => instead[name] ?? name)
  database.exec(`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${NEIGHBOURS})
    insert into subscriptions (${names.join(', ')})
    select ${values.join(', ')} from numbers, (select * from subscriptions where status = 'running' limit 1)`)
  database.close()
}
