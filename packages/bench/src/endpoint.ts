import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { prepareCheckouts } from './checkouts.ts'
import { distant } from './distant.ts'
import { type Benchmark, figure } from './figure.ts'
import { prepareRealBackend } from './servers.ts'

const METERS = 60
const ANSWER_MILLIS = 50
const LEAST_A_SECOND = 30
const MOST_CALLS = 4
const POLL_MILLIS = 1_000

/** Many authorisations at once, then as many cancels, on a chain whose endpoint is 50 ms away. */
export const endpoint: Benchmark = async bench => {
  const real = await prepareRealBackend(bench)
  const endpoint = await distant(bench, real.others.chain.rpc_url, ANSWER_MILLIS)
  const token = randomUUID()
  const args = ['--max-open-meters', `${METERS}`]
  const { line } = await real.start({ endpoint, args, env: { ADMIN_TOKEN: token } })
  const merchant = await real.makeMerchant(line.url)
  const checkouts = await prepareCheckouts(METERS, { merchant, url: line.url, ...real, ...bench })
  const measure = async (name: string, work: () => Promise<unknown>) => {
    bench.progress(name)
    const [before, started] = [await callsOf(line.url, token), performance.now()]
    await work()
    const seconds = (performance.now() - started) / 1_000
    const each = ((await callsOf(line.url, token)) - before) / METERS
    const of = `${METERS} ${name}`
    return [
      figure(`A second, of ${of}`, { value: METERS / seconds, unit: '/s', least: LEAST_A_SECOND }),
      figure(`JSON-RPC calls for each of ${of}`, { value: each, unit: 'calls', most: MOST_CALLS }),
    ]
  }
  let meters: string[] = []
  const opened = await measure('openings', async () => {
    meters = await Promise.all(checkouts.map(authorise => authorise()))
  })
  const close = async (id: string) => {
    let meter = await merchant.act(id, 'cancel')
    while (meter.refunded_usd === '0') {
      await delay(POLL_MILLIS)
      meter = await merchant.subscription(id)
    }
  }
  return [...opened, ...(await measure('closings', () => Promise.all(meters.map(close))))]
}

/** How many JSON-RPC calls the service has sent, by its own metrics. */
async function callsOf(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const counts = (await answer.text()).matchAll(/^billing_rpc_request_duration_seconds_count\S* (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
