import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '@per-second/protocol/types'
import type { RealServiceLine, ServiceLine } from '../../src/start/start-service.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from '../chain-of-others.ts'
import { createDatabase } from '../create-database.ts'
import { checkBooks, escrowHoldsWhatIsOpen, pendingChainWork } from '../kills/check-books.ts'
import { makeMerchant } from '../make-merchant.ts'
import { type Pgbouncer, startPgbouncer } from '../pgbouncer.ts'
import { createStubbornSubscriber, FUNDS } from '../stubborn-subscriber.ts'
import { createCaller } from '../subscriber.ts'
import { type Node, type PatroniCluster, startPatroniCluster, takesWrites, until } from './patroni-cluster.ts'

const ADMIN_TOKEN = 'admin-token-of-this-proof'
/** Meters settle every second, so that a failover finds money on its way. */
const ARGS = ['--settle-every', '1', '--min-settlement', '0', '--rate-limit', '100000', '--log', 'silent']
const BACK_WITHIN_SECONDS = 15
const NEWCOMERS_AT_ONCE = 2
/** The longest wait of a caller: a request without a response by then is the failure. */
const GIVEN_UP_MS = 120_000

/** Longer than any answer is waited for, so that commits the standby does not have are given up. */
const ALONE_MS = 6_000

type Failure = { of: string; strike(old: Node, next: Node): Promise<void>; mend(old: Node): void }
const FAILURES: Failure[] = [
  { of: 'that is killed', strike: old => old.kill(), mend: old => old.start() },
  { of: 'that falls silent', strike: async old => old.pause(), mend: old => old.resume() },
  {
    of: 'that is killed after its standby was silent',
    strike: async (old, next) => {
      next.pause()
      await delay(ALONE_MS)
      await old.kill()
      next.resume()
    },
    mend: old => old.start(),
  },
]

type Side = Pick<ServiceLine, 'url' | 'merchant' | 'chain'> & { admin_token: string }
type Person = ReturnType<typeof createStubbornSubscriber>

export type FailoverReport = {
  subscriptions: number
  invoices: number
  /** Seconds until there was another primary, round by round: Patroni's part. */
  promoted: number[]
  /** Seconds from its first write until both processes wrote again and a meter was opened. */
  back: number[]
  seconds: number
}

/**
 * Two processes of the service on one real chain, one of them behind PgBouncer, and their database's primary killed or
 * silenced again and again under load. A caller without a response sends the same request to the other process with the
 * same key. At the end no confirmed request may be lost, none may have acted twice, and every cent must be where the
 * books say, on the chain itself.
 *
 * @throws {assert.AssertionError} naming the fault
 */
export async function runFailover(options: {
  rounds: number
  progress: (text: string) => void
}): Promise<FailoverReport> {
  const started = performance.now()
  const undo: (() => Promise<unknown>)[] = []
  try {
    const cluster = await startPatroniCluster()
    undo.push(cluster.stop)
    const others = await startChainOfOthers()
    undo.push(others.remove)
    const pooler = await startPgbouncer(cluster.address)
    undo.push(pooler.stop)
    const sides = await startSides(cluster, others, pooler, undo)
    return await underLoad(cluster, others, sides, options, started)
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

async function startSides(
  cluster: PatroniCluster,
  others: ChainOfOthers,
  pooler: Pgbouncer,
  undo: (() => Promise<unknown>)[],
): Promise<[Side, Side]> {
  const database = new URL(await createDatabase(cluster.address))
  const pooled = Object.assign(new URL(pooler.address), { pathname: database.pathname }).href
  const { key } = await others.newOperator()
  const env = { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN }
  const sides: BackendProcess<RealServiceLine>[] = []
  for (const address of [database.href, pooled]) {
    const args = [...others.args, ...ARGS, '--database-url', address]
    const backend = await startBackend<RealServiceLine>({ args, env })
    undo.push(backend.remove)
    sides.push(backend)
  }
  const made = await makeMerchant('--database-url', database.href)
  const sideOf = ({ url }: BackendProcess<RealServiceLine>) =>
    ({ url, merchant: made, chain: others.chain, admin_token: ADMIN_TOKEN }) as unknown as Side
  return sides.map(sideOf) as [Side, Side]
}

async function underLoad(
  cluster: PatroniCluster,
  others: ChainOfOthers,
  sides: [Side, Side],
  { rounds, progress }: Parameters<typeof runFailover>[0],
  started: number,
): Promise<FailoverReport> {
  const { merchant } = sides[0]
  const secondsSince = (then: number) => (performance.now() - then) / 1_000
  const fields = { name: 'GPU', rate_usd_per_second: '0.0001373' }
  const product = (
    await createCaller(sides[0].url, merchant.test_key)<Product>('POST', '/v1/products', fields, {
      'Idempotency-Key': 'product',
    })
  ).body
  const people: Person[] = []
  let came = 0
  const newcomer = async () => {
    came += 1
    const person = createStubbornSubscriber(`${came}`, sides[0] as unknown as ServiceLine, product.id)
    await others.fund(person.account.address, FUNDS)
    person.memory.funded = true
    people.push(person)
    return person
  }
  /** On whichever process answers, as behind a load balancer: the same question with the same key. */
  const stubbornly = async (ask: (side: ServiceLine) => Promise<unknown>) => {
    const deadline = performance.now() + GIVEN_UP_MS
    for (let turn = people.length; ; turn += 1) {
      try {
        return await ask(sides[turn % 2] as unknown as ServiceLine)
      } catch (error) {
        if (performance.now() > deadline) throw error
        await delay(100)
      }
    }
  }

  let isOver = false
  const load = Promise.all(
    Array.from({ length: NEWCOMERS_AT_ONCE }, async (_, worker) => {
      while (!isOver) {
        const person = await newcomer()
        await stubbornly(side => person.subscribe(side))
        // Every other meter runs on, and is settled every second.
        if (worker === 0) await stubbornly(side => person.cancel(side))
      }
    }),
  )
  load.catch(() => {})
  const promoted: number[] = []
  const back: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const failure = FAILURES[round % FAILURES.length] as (typeof FAILURES)[0]
      const openedBefore = people.filter(person => person.isSubscribed()).length
      await until(
        'meters are opened',
        async () => people.filter(person => person.isSubscribed()).length > openedBefore + 1,
      )
      const old = await cluster.primary()
      const next = cluster.nodes.find(node => node !== old) as typeof old
      const at = performance.now()
      await failure.strike(old, next)
      await until(
        'there is another primary',
        async () => (await next.is('primary')) && takesWrites(next.address),
      )
      promoted.push(secondsSince(at))
      const writing = performance.now()
      await until('both processes write', async () =>
        (await Promise.all(sides.map(side => writes(side, product)))).every(Boolean),
      )
      const after = await newcomer()
      await stubbornly(side => after.subscribe(side))
      back.push(secondsSince(writing))
      assert.ok((back.at(-1) as number) < BACK_WITHIN_SECONDS, `back after ${back.at(-1)} s`)
      failure.mend(old)
      await until('the deposed primary follows', () => old.is('sync'))
      progress(
        `round ${round + 1} of ${rounds}, a primary ${failure.of}: another primary after ${promoted.at(-1)?.toFixed(1)} s, ` +
          `the service ${back.at(-1)?.toFixed(1)} s later, ${people.length} subscribers`,
      )
    }
  } finally {
    isOver = true
  }
  await load

  const [side] = sides
  const books = side as unknown as BackendProcess
  for (const person of people) {
    const again = await person.createSession(books)
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
    assert.deepEqual(again.body, person.memory.checkouts[0].session, 'the same answer after every failover')
  }
  for (const person of people) await stubbornly(each => person.cancel(each))
  await until('nothing is left open', () => escrowHoldsWhatIsOpen(books))
  await until('no chain work is left over', async () => (await pendingChainWork(books)) === 0)
  const { subscriptions, invoices } = await checkBooks(books, people)
  return { subscriptions, invoices, promoted, back, seconds: secondsSince(started) }
}

/** Whether a process can write now. Unpaid sessions are in no books. */
async function writes({ url, merchant }: Side, product: Product): Promise<boolean> {
  const urls = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
  const answer = await fetch(`${url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${merchant.test_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ product: product.id, ...urls }),
  })
  return answer.ok
}
