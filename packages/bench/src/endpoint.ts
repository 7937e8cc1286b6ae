import { createServer, Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { prepareCheckouts } from './checkouts.ts'
import { type Bench, type Benchmark, figure } from './figure.ts'
import { prepareRealBackend } from './servers.ts'

const METERS = 60
const ANSWER_MILLIS = 50
const LEAST_A_SECOND = 30
const MOST_CALLS = 4
const POLL_MILLIS = 1_000

/** Many authorisations at once, then as many cancels, on a chain whose endpoint is 50 ms away. */
export const endpoint: Benchmark = async bench => {
  const real = await prepareRealBackend(bench)
  const distant = await startDistantEndpoint(bench, real.others.chain.rpc_url)
  const { line } = await real.start({ endpoint: distant.url, args: ['--max-open-meters', `${METERS}`] })
  const merchant = await real.makeMerchant(line.url)
  const checkouts = await prepareCheckouts(METERS, { merchant, url: line.url, ...real, ...bench })
  const measure = async (name: string, work: () => Promise<unknown>) => {
    bench.progress(name)
    distant.takeCalls()
    const started = performance.now()
    await work()
    const seconds = (performance.now() - started) / 1_000
    const calls = distant.takeCalls()
    bench.progress(`${name}: ${JSON.stringify(calls)}`)
    const each = Object.values(calls).reduce((sum, count) => sum + count, 0) / METERS
    const of = (metric: string) => ({ bench: 'endpoint', metric: `${metric} ${METERS} ${name}` })
    return [
      figure({ ...of('A second, of'), value: METERS / seconds, unit: '/s', least: LEAST_A_SECOND }),
      figure({ ...of('JSON-RPC calls for each of'), value: each, unit: 'calls', most: MOST_CALLS }),
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

/** A JSON-RPC endpoint in front of a chain, which holds each answer back. `takeCalls` counts by method, from its last call on. */
async function startDistantEndpoint(bench: Bench, behind: string) {
  let calls: Record<string, number> = {}
  const agent = new HttpAgent({ keepAlive: true })
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    for (const { method } of [JSON.parse(body.toString())].flat() as { method: string }[])
      calls[method] = (calls[method] ?? 0) + 1
    const headers = { 'content-type': 'application/json' }
    const onwards = httpRequest(behind, { method: 'POST', agent, headers })
    onwards.on('response', async answer => {
      const [text] = await Promise.all([buffer(answer), delay(ANSWER_MILLIS)])
      outgoing.writeHead(answer.statusCode ?? 502, headers).end(text)
    })
    onwards.on('error', () => outgoing.destroy())
    onwards.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  bench.defer(async () => {
    server.closeAllConnections()
    agent.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeCalls: () => {
      const before = calls
      calls = {}
      return before
    },
  }
}
