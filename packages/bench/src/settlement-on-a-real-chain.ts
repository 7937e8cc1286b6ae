import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startChainOfOthers } from '../../backend/test/chain-of-others.ts'
import { makeMerchant } from '../../backend/test/make-merchant.ts'
import type { Figure } from './figure.ts'
import { prepareCheckouts } from './prepare-checkouts.ts'
import { BACKEND_SOURCE, type BackendLine, processorMicros, startServer } from './server-process.ts'

const METERS = 1_000
const AT_ONCE = 50
const SECONDS = 30
const LEAST_INVOICES = 1_000
const POLL_MILLIS = 500
/** Until each meter was opened, none is settled: that is measured afterwards. */
const NOT_YET = '3600'

/**
 * How many invoices a second one process has paid on PostgreSQL and on a chain that mines by itself: a thousand meters are each due every
 * second, so that there is always more to settle than can be. What is late is settled in one, so that each invoice is for longer.
 *
 * @param database of its own, empty
 */
export async function settlementOnARealChain(
  database: string,
  progress: (text: string) => void,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const others = await startChainOfOthers()
  const { key } = await others.newOperator()
  const env = { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') }
  const where = ['--data', folder, '--database-url', database]
  const start = (settleEvery: string) =>
    startServer<BackendLine>(
      BACKEND_SOURCE,
      [
        ...['--port', '0', '--json', '--log', 'error', '--rate-limit', '1000000', ...where, ...others.args],
        ...['--settle-every', settleEvery, '--min-settlement', '0', '--max-open-meters', `${METERS}`],
      ],
      env,
    )
  const asked = new pg.Client({ connectionString: database })
  let server = await start(NOT_YET)
  try {
    await asked.connect()
    const made = await makeMerchant(...where)
    const { url } = server.line
    const checkouts = await prepareCheckouts(METERS, { url, made, others }, progress)
    for (let opened = 0; opened < METERS; opened += AT_ONCE) {
      progress(`opening meters, ${opened} of ${METERS}`)
      await Promise.all(checkouts.slice(opened, opened + AT_ONCE).map(({ authorise }) => authorise()))
    }
    await server.stop()
    // Each is due a second after the last time rather than an hour.
    await asked.query('update subscriptions set due_at = due_at - 3600000')
    server = await start('1')
    const paid = async () => {
      const { rows } = await asked.query(
        "select count(*)::int as invoices from invoices where status = 'paid'",
      )
      return rows[0].invoices as number
    }
    progress('settling')
    while ((await paid()) < METERS) await delay(POLL_MILLIS)
    const [before, used, started] = [await paid(), processorMicros(server), performance.now()]
    await delay(SECONDS * 1_000)
    const invoices = (await paid()) - before
    const seconds = (performance.now() - started) / 1_000
    const after = processorMicros(server)
    const figure = { bench: 'settlement', against: null, ratio: null }
    return [
      {
        ...{ ...figure, metric: 'invoices, one process, real chain', value: invoices / seconds, unit: '/s' },
        ...{ target: `>= ${LEAST_INVOICES}/s`, ok: invoices / seconds >= LEAST_INVOICES },
      },
      ...(used === null || after === null
        ? []
        : [
            {
              ...{ ...figure, metric: 'processor time of the backend, an invoice, real chain' },
              ...{ value: (after - used) / 1_000 / invoices, unit: 'ms', target: null, ok: null },
            },
          ]),
    ]
  } finally {
    await asked.end()
    await server.stop()
    await others.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
