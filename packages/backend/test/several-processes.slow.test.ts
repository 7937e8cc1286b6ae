import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import type { CheckoutSession } from '@per-second/protocol/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { eventually } from './eventually.ts'
import { listAll } from './list-all.ts'
import { administer, makeMerchant } from './make-merchant.ts'
import { balanceOf, merchantServerOn } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

type RealBackend = BackendProcess<RealServiceLine>

let server: PostgresServer
let others: ChainOfOthers
beforeAll(async () => {
  ;[server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
})
afterAll(() => Promise.all([others.remove(), server.stop()]))

/** Processes on one fresh database and the foreign chain. The first one leads. */
async function startProcesses(count: number, ...more: string[]) {
  const database = await server.newDatabase()
  const { key, address: operator } = await others.newOperator()
  const env = { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') }
  // Every merchant here asks from many places at once.
  const args = [...others.args, '--database-url', database, '--rate-limit', '100000', ...more]
  const start = (folder?: string) =>
    startBackend<RealServiceLine>({ args, env, ...(folder !== undefined && { folder }) })
  const processes = [await start()]
  try {
    while (processes.length < count) processes.push(await start())
    const access = ['--database-url', database]
    return { processes, start, args, env, operator, access, made: await makeMerchant(...access) }
  } catch (error) {
    await removeAll(processes)
    throw error
  }
}

async function removeAll(processes: RealBackend[]) {
  await Promise.all(processes.map(process => process.remove()))
}

/** A subscriber with 10 AUSD who asks this process. */
async function newSubscriber(backend: RealBackend) {
  const subscriber = createSubscriber(backend)
  await others.fund(subscriber.account.address, 10_000_000n)
  return subscriber
}

/** Calls until one of the processes answers, as a client does behind a load balancer. */
async function stubbornly<T>(
  processes: RealBackend[],
  call: (process: RealBackend) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + 20_000
  for (let turn = Math.floor(Math.random() * processes.length); ; turn += 1) {
    try {
      return await call(processes[turn % processes.length] as RealBackend)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(20)
    }
  }
}

describe('two processes on one database', () => {
  let started: Awaited<ReturnType<typeof startProcesses>>
  beforeAll(async () => {
    started = await startProcesses(2, '--settle-every', '1')
  })
  afterAll(() => removeAll(started.processes))

  test('behaviour: say the same of themselves but where they answer', () => {
    const [leader, follower] = started.processes as [RealBackend, RealBackend]
    expect(follower.chains).toEqual(leader.chains)
    expect(follower.url).not.toBe(leader.url)
  })

  test('error: another key for the webhooks’ secrets is refused', async () => {
    const { args, env } = started
    const other = { ...env, SECRETS_KEY: randomBytes(32).toString('base64') }
    await expect(startBackend({ args, env: other })).rejects.toThrow('ended with 2')
  })

  test('behaviour: a hundred creations under one key, on both, are one object in identical bytes', async () => {
    const { processes, made } = started
    const headers = {
      Authorization: `Bearer ${made.test_key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'one-key',
    }
    const body = JSON.stringify({ name: 'GPU', rate_usd_per_second: '0.000277' })
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { url } = processes[index % 2] as RealBackend
        const answer = await fetch(`${url}/v1/products`, { method: 'POST', headers, body })
        return {
          status: answer.status,
          text: await answer.text(),
          replayed: answer.headers.get('Idempotent-Replayed'),
        }
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    const events = await merchantServerOn(processes[0] as RealBackend, made).eventTypes()
    expect(events).toEqual(['product.created'])
  })

  test('behaviour: a meter lives on the process that does not lead: opening, settlement, cancel', async () => {
    const follower = started.processes[1] as RealBackend
    const merchant = merchantServerOn(follower, started.made)
    const subscriber = await newSubscriber(follower)
    const session = await merchant.session(await merchant.product({ rate_usd_per_second: '0.001' }))
    const { id } = await subscriber.subscribe(session, 7200)
    await eventually(
      () => merchant.subscription(id),
      ({ billed_seconds }) => billed_seconds > 0,
      'the meter is charged',
    )
    const canceled = await merchant.act(id, 'cancel')
    const charged = BigInt(canceled.billed_seconds) * 1000n
    expect(canceled).toMatchObject({
      status: 'canceled',
      settled_usd: usdFromBaseUnits(charged),
      refunded_usd: usdFromBaseUnits(7_200_000n - charged),
    })
    expect(await balanceOf(others, subscriber.account.address)).toBe(10_000_000n - charged)
  })

  test('behaviour: a key revoked on the command line is refused by both at the next request', async () => {
    const { processes, access } = started
    const made = await makeMerchant(...access)
    const statuses = () =>
      Promise.all(
        processes.map(
          async ({ url }) => (await createCaller(url, made.test_key)('GET', '/v1/products')).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200])
    const { data } = await administer('keys', 'list', '--merchant', made.id, ...access)
    const key = data.find((each: { mode: string }) => each.mode === 'test')
    expect((await administer('keys', 'revoke', key.id, ...access)).revoked_at).toEqual(expect.any(Number))
    expect(await statuses()).toEqual([401, 401])
  })
})

describe('a leader that dies', () => {
  test('behaviour: under load, without warning: another takes over, nothing is lost or doubled', async () => {
    const { processes, start, operator, made } = await startProcesses(3)
    const [leader, ...survivors] = processes as [RealBackend, ...RealBackend[]]
    try {
      const merchant = merchantServerOn(leader, made)
      const subscriber = await newSubscriber(leader)
      const inEscrow = await balanceOf(others, others.chain.escrow)
      const product = await merchant.product({ rate_usd_per_second: '0.0001' })
      const { id, session } = await subscriber.subscribe(await merchant.session(product), 7200)

      let alive = processes
      let acknowledged = 0
      const create = (key: string) =>
        stubbornly(alive, async ({ url }) => {
          const answer = await createCaller(url, merchant.test_key)<CheckoutSession>(
            'POST',
            '/v1/checkout/sessions',
            {
              product: product.id,
              success_url: 'https://shop.example/ok',
              cancel_url: 'https://shop.example/no',
            },
            { 'Idempotency-Key': key },
          )
          if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
          acknowledged += 1
          return answer.body.id
        })
      const load = Promise.all(
        Array.from({ length: 16 }, async (_, worker) => {
          const ids: string[] = []
          for (let each = 0; each < 25; each += 1) ids.push(await create(`${worker}-${each}`))
          return ids
        }),
      )
      while (acknowledged < 100) await delay(5)
      await leader.end('SIGKILL')
      alive = survivors
      const ids = (await load).flat()
      expect(new Set(ids).size).toBe(400)
      const survivor = survivors[0] as RealBackend
      const there = merchantServerOn(survivor, merchant)
      const sessions = await listAll<CheckoutSession>(there.call, '/v1/checkout/sessions')
      expect(new Set(sessions.map(({ id }) => id))).toEqual(new Set([...ids, session]))

      // The meter goes on where it was.
      const canceled = await stubbornly(survivors.slice(0, 1), () => there.act(id, 'cancel'))
      expect(canceled.status).toBe('canceled')
      const settled = await eventually(
        () => there.subscription(id),
        subscription => subscription.refunded_usd !== '0',
        'the rest goes back',
      )
      const deposit = 720_000n
      const charged = BigInt(settled.billed_seconds) * 100n
      expect(await balanceOf(others, subscriber.account.address)).toBe(10_000_000n - charged)
      expect(await balanceOf(others, others.chain.escrow)).toBe(inEscrow)
      expect(settled.refunded_usd).toBe(usdFromBaseUnits(deposit - charged))
      const events = await there.eventTypes()
      expect(events.filter(type => type === 'subscription.canceled')).toHaveLength(1)
      const sent = { method: 'eth_getTransactionCount', params: [operator, 'latest'] }
      expect(Number(await others.rpc.request(sent))).toBe(2)

      const back = await start(leader.folder)
      processes.push(back)
      expect((await merchantServerOn(back, merchant).subscription(id)).status).toBe('canceled')
    } finally {
      await removeAll(processes)
    }
  }, 120_000)

  test('behaviour: a leader that only slept finds its lease gone, answers all waiting requests, and follows', async () => {
    const { processes, made } = await startProcesses(2)
    const [leader, follower] = processes as [RealBackend, RealBackend]
    try {
      const merchant = merchantServerOn(leader, made)
      const subscriber = await newSubscriber(leader)
      const product = await merchant.product()
      const { id } = await subscriber.subscribe(await merchant.session(product), 7200)
      leader.process.kill('SIGSTOP')
      const there = merchantServerOn(follower, made)
      // Both are asked to end the same meter. One of them cannot answer yet.
      const waiting = merchant.act(id, 'cancel')
      expect((await there.act(id, 'cancel')).status).toBe('canceled')
      const settled = await eventually(
        () => there.subscription(id),
        subscription => subscription.refunded_usd !== '0',
        'the rest goes back',
      )
      leader.process.kill('SIGCONT')
      await expect(waiting).rejects.toThrow('subscription_invalid_state')
      expect(await merchant.subscription(id)).toEqual(settled)
      expect(await there.invoices(id)).toHaveLength(settled.billed_seconds === 0 ? 0 : 1)
      expect((await there.eventTypes()).filter(type => type === 'subscription.canceled')).toHaveLength(1)

      // It has lost only the lease, which it takes again when the other process has gone.
      await follower.end('SIGTERM')
      await subscriber.subscribe(await merchant.session(product), 7200)
    } finally {
      leader.process.kill('SIGCONT')
      await removeAll(processes)
    }
  })
})
