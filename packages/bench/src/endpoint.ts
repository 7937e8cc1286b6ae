import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RealServiceLine } from '../../backend/src/start/start-service.ts'
import { startChainOfOthers } from '../../backend/test/chain-of-others.ts'
import { makeMerchant } from '../../backend/test/make-merchant.ts'
import { merchantServerOn } from '../../backend/test/merchant.ts'
import { type Asked, type DistantEndpoint, startDistantEndpoint } from './distant-endpoint.ts'
import type { Benchmark, Figure } from './figure.ts'
import { prepareCheckouts } from './prepare-checkouts.ts'
import { BACKEND_SOURCE, startServer } from './server-process.ts'

const METERS = 60
const ANSWER_MILLIS = 50
const LEAST_A_SECOND = 30
const MOST_CALLS = 4
const POLL_MILLIS = 1_000

/** Many authorisations at once, then as many cancels, on a chain whose endpoint is 50 ms away. */
export const endpoint: Benchmark = async progress => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const others = await startChainOfOthers()
  const distant = await startDistantEndpoint(others.chain.rpc_url, ANSWER_MILLIS)
  const args = others.args.map(argument => (argument === others.chain.rpc_url ? distant.url : argument))
  const { key } = await others.newOperator()
  const server = await startServer<RealServiceLine>(
    BACKEND_SOURCE,
    [...args, '--port', '0', '--data', folder, '--json', '--log', 'silent', '--max-open-meters', `${METERS}`],
    { OPERATOR_KEY: key },
  )
  try {
    const { url } = server.line
    const made = await makeMerchant('--data', folder)
    const merchant = merchantServerOn({ url }, made)
    const checkouts = await prepareCheckouts(METERS, { url, made, others }, progress)
    progress('opening')
    let meters: string[] = []
    const opened = await measured(distant, async () => {
      meters = await Promise.all(checkouts.map(({ authorise }) => authorise()))
    })
    progress('closing')
    const closed = await measured(distant, () =>
      Promise.all(
        meters.map(async id => {
          let meter = await merchant.act(id, 'cancel')
          while (meter.refunded_usd === '0') {
            await delay(POLL_MILLIS)
            meter = await merchant.subscription(id)
          }
        }),
      ),
    )
    return [...figures('openings', opened, progress), ...figures('closings', closed, progress)]
  } finally {
    await server.stop()
    await distant.stop()
    await others.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Measured = Asked & { seconds: number }

async function measured(distant: DistantEndpoint, work: () => Promise<unknown>): Promise<Measured> {
  distant.asked()
  const started = performance.now()
  await work()
  return { seconds: (performance.now() - started) / 1_000, ...distant.asked() }
}

function figures(
  what: string,
  { seconds, requests, calls }: Measured,
  progress: (text: string) => void,
): Figure[] {
  progress(`${what}: ${JSON.stringify(calls)}`)
  const figure = { bench: 'endpoint', against: null, ratio: null }
  const aSecond = METERS / seconds
  const each = Object.values(calls).reduce((sum, count) => sum + count, 0) / METERS
  return [
    {
      ...{
        ...figure,
        metric: `${what}, ${METERS} at once, answers after ${ANSWER_MILLIS} ms`,
        value: aSecond,
      },
      ...{ unit: '/s', target: `>= ${LEAST_A_SECOND} /s`, ok: aSecond >= LEAST_A_SECOND },
    },
    {
      ...{ ...figure, metric: `JSON-RPC calls for each of ${METERS} ${what}`, value: each, unit: 'calls' },
      ...{ target: `<= ${MOST_CALLS}`, ok: each <= MOST_CALLS },
    },
    {
      ...{ ...figure, metric: `HTTP requests for each of ${METERS} ${what}`, value: requests / METERS },
      ...{ unit: 'requests', target: null, ok: null },
    },
  ]
}
