import { randomBytes } from 'node:crypto'
import type { Event, List } from '@per-second/protocol/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { makeMerchant } from './make-merchant.ts'
import { balanceOf, merchantServerOn } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSubscriber } from './subscriber.ts'

const SKEW_SECONDS = 5
const PAUSES = 4
const PAUSE_SECONDS = 2
const FUNDS = 10_000_000n
const RATE = 1_000n

let server: PostgresServer
let others: ChainOfOthers
beforeAll(async () => {
  ;[server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
})
afterAll(() => Promise.all([others.remove(), server.stop()]))

/** Loaded before the program: a machine whose clock is behind. */
const BEHIND = `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()-${SKEW_SECONDS}e3`

async function startProcesses() {
  const database = await server.newDatabase()
  const { key } = await others.newOperator()
  const env = {
    ...{ OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') },
    ADMIN_TOKEN: 'admin-token-of-this-test',
  }
  const args = [...others.args, '--database-url', database, '--log', 'silent']
  const right = await startBackend<RealServiceLine>({ args, env })
  const behind = await startBackend<RealServiceLine>({ args, env: { ...env, NODE_OPTIONS: BEHIND } })
  return { right, behind, made: await makeMerchant('--database-url', database) }
}

async function chainTime(): Promise<number> {
  const { timestamp } = await others.rpc.request<{ timestamp: string }>({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  return Number(timestamp)
}

/** The escrow charges nothing beyond its own time: while a meter stands, that has to go on. */
async function letChainGoOn(seconds: number) {
  const until = (await chainTime()) + seconds
  await expect.poll(chainTime).toBeGreaterThanOrEqual(until)
}

/** A process's figure of the difference, after its first reading, in seconds. */
async function skewOf({ url }: BackendProcess<RealServiceLine>): Promise<number> {
  const headers = { Authorization: 'Bearer admin-token-of-this-test' }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(/^billing_clock_skew_seconds (\S+)$/m.exec(text)?.[1])
}

test('behaviour: two processes whose clocks differ charge the true seconds, and the one whose clock is wrong says so', async () => {
  const { right, behind, made } = await startProcesses()
  try {
    const [here, there] = [merchantServerOn(right, made), merchantServerOn(behind, made)]
    const subscriber = createSubscriber(right)
    await others.fund(subscriber.account.address, FUNDS)
    const product = await here.product({ rate_usd_per_second: '0.001', allow_pause: true })
    let ran = 0
    let since = performance.now()
    const { id } = await subscriber.subscribe(await here.session(product), 7200)
    for (let pause = 0; pause < PAUSES; pause += 1) {
      await here.act(id, 'pause')
      ran += performance.now() - since
      await letChainGoOn(PAUSE_SECONDS)
      since = performance.now()
      await there.act(id, 'resume')
    }
    const canceled = await here.act(id, 'cancel')
    ran += performance.now() - since
    expect(canceled.status).toBe('canceled')
    expect(canceled.elapsed_seconds).toBeLessThanOrEqual(Math.floor(ran / 1000))
    const charged = FUNDS - (await balanceOf(others, subscriber.account.address))
    expect(charged).toBe(BigInt(canceled.billed_seconds) * RATE)
    expect(canceled.billed_seconds).toBeLessThanOrEqual(canceled.elapsed_seconds)

    expect(await skewOf(right)).toBeCloseTo(0, 0)
    expect(await skewOf(behind)).toBeCloseTo(-SKEW_SECONDS, 0)
    expect((await fetch(`${right.url}/readyz`)).status).toBe(200)
    const refused = await fetch(`${behind.url}/readyz`)
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('differ by 5.0 s')])
  } finally {
    await Promise.all([right.remove(), behind.remove()])
  }
})

test('behaviour: one process’s past has not happened later for another, however closely they follow', async () => {
  const { right, behind, made } = await startProcesses()
  try {
    const servers = [merchantServerOn(right, made), merchantServerOn(behind, made)] as const
    const subscriber = createSubscriber(right)
    await others.fund(subscriber.account.address, FUNDS)
    const product = await servers[0].product({ allow_pause: true })
    const { id } = await subscriber.subscribe(await servers[0].session(product), 7200)
    let elapsed = 0
    for (let turn = 0; turn < 40; turn += 1) {
      const [one, other] = turn % 2 === 0 ? servers : servers.toReversed()
      const paused = await one.act(id, 'pause')
      const resumed = await other.act(id, 'resume')
      expect(resumed.elapsed_seconds).toBeGreaterThanOrEqual(paused.elapsed_seconds)
      expect(paused.elapsed_seconds).toBeGreaterThanOrEqual(elapsed)
      elapsed = resumed.elapsed_seconds
    }
    const { body } = await servers[1].call<List<Event>>('GET', '/v1/events?limit=80')
    const events = body.data.toReversed()
    expect(events.map(({ type }) => type)).toEqual(
      Array.from({ length: 40 }, () => ['subscription.paused', 'subscription.resumed']).flat(),
    )
    const created = events.map(event => event.created)
    expect(created).toEqual(created.toSorted((a, b) => a - b))
  } finally {
    await Promise.all([right.remove(), behind.remove()])
  }
})
