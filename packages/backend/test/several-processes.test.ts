import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { CheckoutSession, List } from '@per-second/protocol/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { balanceOf, createMerchantServer, merchantServerOn } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.stop())

/** Processes on one fresh database; the first one leads. */
async function startProcesses(count: number): Promise<{ database: string; processes: BackendProcess[] }> {
  const database = await server.newDatabase()
  const start = () => startBackend({ args: ['--database-url', database] })
  const processes = [await start()]
  try {
    while (processes.length < count) processes.push(await start())
  } catch (error) {
    await removeAll(processes)
    throw error
  }
  return { database, processes }
}

async function removeAll(processes: BackendProcess[]) {
  await Promise.all(processes.map(process => process.remove()))
}

/** Calls until one of the processes answers, as a client does behind a load balancer. */
async function stubbornly<T>(
  processes: BackendProcess[],
  call: (process: BackendProcess) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + 20_000
  for (let turn = Math.floor(Math.random() * processes.length); ; turn += 1) {
    try {
      return await call(processes[turn % processes.length] as BackendProcess)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(20)
    }
  }
}

describe('two processes on one database', () => {
  let processes: BackendProcess[]
  let database: string
  beforeAll(async () => {
    ;({ processes, database } = await startProcesses(2))
  }, 60_000)
  afterAll(() => removeAll(processes))

  test('behaviour: say the same of themselves but where they answer', () => {
    const [leader, follower] = processes as [BackendProcess, BackendProcess]
    const { url: first, ...lines } = lineOf(leader)
    const { url: second, ...same } = lineOf(follower)
    expect(same).toEqual(lines)
    expect(second).not.toBe(first)
  })

  test('behaviour: a hundred creations under one key, on both, are one object in identical bytes', async () => {
    const [leader] = processes as [BackendProcess]
    const merchant = await createMerchantServer(leader)
    const headers = {
      Authorization: `Bearer ${merchant.test_key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'one-key',
    }
    const body = JSON.stringify({ name: 'GPU', rate_usd_per_second: '0.000277' })
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { url } = processes[index % 2] as BackendProcess
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
    const events = await merchant.eventTypes()
    expect(events).toEqual(['product.created'])
  })

  test('behaviour: a meter lives on the one that does not lead: faucet, clock, opening, settlement, cancel', async () => {
    const follower = processes[1] as BackendProcess
    const merchant = await createMerchantServer(follower)
    await merchant.freezeClock()
    const subscriber = createSubscriber(follower)
    await subscriber.fund('10')
    const session = await merchant.session(await merchant.product())
    const { authorised } = await subscriber.subscribe(session, 7200)
    await merchant.advance(4000)
    expect(await merchant.subscription(authorised.subscription.id)).toMatchObject({
      elapsed_seconds: 4000,
      billed_seconds: 3600,
      settled_usd: '0.9972',
    })
    expect(await merchant.act(authorised.subscription.id, 'cancel')).toMatchObject({
      status: 'canceled',
      settled_usd: '1.108',
      refunded_usd: '0.8864',
    })
    expect(await balanceOf(follower, subscriber.account.address)).toBe(10_000_000n - 1_108_000n)
  }, 60_000)

  test('behaviour: a key revoked on the command line is refused by both at the next request', async () => {
    const [leader] = processes as [BackendProcess]
    const merchant = await createMerchantServer(leader)
    const statuses = () =>
      Promise.all(
        processes.map(
          async ({ url }) => (await createCaller(url, merchant.test_key)('GET', '/v1/products')).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200])
    const admin = async (...args: string[]) => {
      const main = join(import.meta.dirname, '../src/main.ts')
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--conditions=@per-second/source', main, ...args, '--json'],
        { env: { ...process.env, DATABASE_URL: database } },
      )
      return JSON.parse(stdout)
    }
    const { data } = await admin('keys', 'list', '--merchant', merchant.id)
    const key = data.find((each: { mode: string }) => each.mode === 'test')
    expect((await admin('keys', 'revoke', key.id)).revoked_at).toEqual(expect.any(Number))
    expect(await statuses()).toEqual([401, 401])
  })
})

describe('a leader that dies', () => {
  test('behaviour: under load, without warning: another takes over, nothing is lost or doubled', async () => {
    const { processes } = await startProcesses(3)
    const [leader, ...survivors] = processes as [BackendProcess, ...BackendProcess[]]
    try {
      const merchant = await createMerchantServer(leader)
      const subscriber = createSubscriber(leader)
      await subscriber.fund('10')
      const product = await merchant.product({ rate_usd_per_second: '0.0001' })
      const { authorised } = await subscriber.subscribe(await merchant.session(product), 7200)

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
      const survivor = survivors[0] as BackendProcess
      const there = merchantServerOn(survivor, merchant)
      expect(await allSessions(survivor, merchant.test_key)).toEqual(new Set([...ids, authorised.session.id]))

      // The chain came back at the same address, with everything on it; the meter goes on where it was.
      const id = authorised.subscription.id
      const canceled = await stubbornly(survivors.slice(0, 1), () => there.act(id, 'cancel'))
      expect(canceled.status).toBe('canceled')
      const settled = await until(
        () => there.subscription(id),
        subscription => subscription.refunded_usd !== '0',
      )
      const deposit = 720_000n
      const charged = BigInt(settled.billed_seconds) * 100n
      expect(await balanceOf(survivor, subscriber.account.address)).toBe(10_000_000n - charged)
      expect(await balanceOf(survivor, survivor.chain.escrow)).toBe(0n)
      expect(settled.refunded_usd).toBe(usd(deposit - charged))
      const events = await there.eventTypes()
      expect(events.filter(type => type === 'subscription.canceled')).toHaveLength(1)

      const back = await startBackend({ folder: leader.folder, args: leader.process.spawnargs.slice(-2) })
      processes.push(back)
      expect((await merchantServerOn(back, merchant).subscription(id)).status).toBe('canceled')
    } finally {
      await removeAll(processes)
    }
  }, 120_000)

  test('behaviour: a leader that only slept wakes up to a lease that is gone, and ends without a second effect', async () => {
    const { processes } = await startProcesses(2)
    const [leader, follower] = processes as [BackendProcess, BackendProcess]
    try {
      const merchant = await createMerchantServer(leader)
      const subscriber = createSubscriber(leader)
      await subscriber.fund('10')
      const { authorised } = await subscriber.subscribe(
        await merchant.session(await merchant.product()),
        7200,
      )
      leader.process.kill('SIGSTOP')
      const there = merchantServerOn(follower, merchant)
      const id = authorised.subscription.id
      expect((await there.act(id, 'cancel')).status).toBe('canceled')
      const settled = await until(
        () => there.subscription(id),
        subscription => subscription.refunded_usd !== '0',
      )
      leader.process.kill('SIGCONT')
      await until(
        async () => leader.process.exitCode,
        code => code !== null,
      )
      expect(await there.subscription(id)).toEqual(settled)
      expect(await there.invoices(id)).toHaveLength(settled.billed_seconds === 0 ? 0 : 1)
      expect((await there.eventTypes()).filter(type => type === 'subscription.canceled')).toHaveLength(1)
    } finally {
      leader.process.kill('SIGCONT')
      await removeAll(processes)
    }
  }, 60_000)
})

function lineOf({ url, chain, merchant, admin_token }: BackendProcess) {
  return { url, chain, merchant, admin_token }
}

async function allSessions({ url }: BackendProcess, key: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after = ''; ; ) {
    const { body } = await createCaller(url, key)<List<CheckoutSession>>(
      'GET',
      `/v1/checkout/sessions?limit=100${after}`,
    )
    for (const { id } of body.data) ids.add(id)
    if (!body.has_more) return ids
    after = `&starting_after=${body.data.at(-1)?.id}`
  }
}

async function until<T>(look: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const seen = await look()
    if (isDone(seen)) return seen
    if (performance.now() > deadline) throw new Error(`It never came: ${JSON.stringify(seen)}`)
    await delay(50)
  }
}

/** Base units as the API writes them. */
function usd(baseUnits: bigint): string {
  const text = baseUnits.toString().padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`.replace(/\.?0+$/, '')
}
