import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createMerchantServer } from '../../backend/test/merchant.ts'
import { createSubscriber } from '../../backend/test/subscriber.ts'
import { openAtOnce, prepareCheckouts } from './checkouts.ts'
import { type Bench, type Benchmark, type Figure, figure } from './figure.ts'
import { prepareRealBackend, processorMicros, startLocalBackend } from './servers.ts'

const METERS = 100
const DAYS = 30
const DAY_SECONDS = 86_400
const RETRIEVES = 2_000

/** Thirty days pass over a hundred running meters, each of them settled every hour on the embedded chain. */
export const settlement: Benchmark = async bench => {
  const server = await startLocalBackend(bench, { database: await bench.database?.newDatabase() })
  const merchant = await createMerchantServer(server.line)
  await merchant.freezeClock()
  const product = await merchant.product()
  bench.progress(`opening ${METERS} meters`)
  await openAtOnce(METERS, async () => {
    const subscriber = createSubscriber(server.line)
    await subscriber.fund('1000')
    await subscriber.subscribe(await merchant.session(product), DAYS * DAY_SECONDS)
  })
  const { id } = await merchant.session(product)
  const used = async (work: () => Promise<unknown>) => {
    const before = processorMicros(server)
    await work()
    return processorMicros(server) - before
  }
  const headers = { authorization: `Bearer ${merchant.test_key}` }
  const retrieve = async () => {
    for (let count = 0; count < RETRIEVES; count += 1)
      await (await fetch(`${server.line.url}/v1/checkout/sessions/${id}`, { headers })).text()
  }
  await retrieve()
  const retrieving = (await used(retrieve)) / RETRIEVES
  const settling = await used(async () => {
    for (let day = 1; day <= DAYS; day += 1) {
      bench.progress(`day ${day} of ${DAYS}`)
      await merchant.advance(DAY_SECONDS)
    }
  })
  const invoice = settling / (METERS * DAYS * 24)
  return [
    figure('an invoice: processor', {
      value: invoice,
      unit: 'µs',
      against: 'a retrieve of the same service',
      ratio: invoice / retrieving,
      most: 5,
    }),
    ...(bench.database === null ? [] : await onARealChain(bench, await bench.database.newDatabase())),
  ]
}

const REAL_METERS = 1_000
const SECONDS = 30
const LEAST_INVOICES = 1_000
/** No meter is settled before all are opened. */
const NOT_YET = '3600'

/**
 * How many invoices a second one process has paid on PostgreSQL and on a chain that mines by itself. A thousand meters
 * are each due every second, more than can be settled. A meter that is late is settled once for all its seconds.
 */
async function onARealChain(bench: Bench, database: string): Promise<Figure[]> {
  const real = await prepareRealBackend({ ...bench, folder: join(bench.folder, 'real') }, database)
  const limits = ['--min-settlement', '0', '--max-open-meters', `${REAL_METERS}`]
  const startSettling = (every: string) => real.start({ args: ['--settle-every', every, ...limits] })
  const first = await startSettling(NOT_YET)
  const merchant = await real.makeMerchant(first.line.url)
  const checkouts = await prepareCheckouts(REAL_METERS, { merchant, url: first.line.url, ...real, ...bench })
  bench.progress(`opening ${REAL_METERS} meters`)
  await openAtOnce(REAL_METERS, async index => checkouts[index]?.())
  await first.stop()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  bench.defer(() => client.end())
  // Each is due a second after the last time rather than an hour.
  await client.query('update subscriptions set due_at = due_at - 3600000')
  await startSettling('1')
  const paid = async (): Promise<number> =>
    (await client.query("select count(*)::int from invoices where status = 'paid'")).rows[0].count
  bench.progress('settling')
  while ((await paid()) < REAL_METERS) await delay(500)
  const [before, started] = [await paid(), performance.now()]
  await delay(SECONDS * 1_000)
  const invoices = (await paid()) - before
  const value = (invoices / (performance.now() - started)) * 1_000
  return [figure('invoices, one process, real chain', { value, unit: '/s', least: LEAST_INVOICES })]
}
