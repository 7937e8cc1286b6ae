import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Event, Hex, Invoice, List, Product, Subscription } from '@per-second/protocol/types'
import { createPublicClient, http } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { processStartTime } from '../src/chain/embedded/process-identity.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { balanceOf } from './merchant.ts'
import { createStubbornSubscriber, FUNDS } from './stubborn-subscriber.ts'
import { createCaller } from './subscriber.ts'

const SEED = 20_261_120
const ROUNDS = 20
const ARGS = ['--settle-every', '1', '--log', 'error']

let backend: BackendProcess
afterAll(() => backend?.remove())

const sum = (amounts: string[]) => amounts.reduce((total, usd) => total + (baseUnitsFromUsd(usd) ?? 0n), 0n)
const chainPid = () =>
  (JSON.parse(readFileSync(join(backend.folder, 'chain', 'anvil.json'), 'utf8')) as { pid: number }).pid

/** Everything of one kind that the merchant can see, oldest first. */
async function all<T extends { id: string }>(path: string): Promise<T[]> {
  const call = createCaller(backend.url, backend.merchant.test_key)
  const found: T[] = []
  for (let more = true; more; ) {
    const cursor = found.length > 0 ? `&starting_after=${found.at(-1)?.id}` : ''
    const { body } = await call<List<T>>('GET', `${path}?limit=100${cursor}`)
    found.push(...body.data)
    more = body.has_more
  }
  return found.toReversed()
}

test('behaviour: killed at any instant, nothing is lost, nothing happens twice, and every cent is accounted for', async () => {
  const random = createRandom(SEED)
  backend = await startBackend({ args: ARGS })
  const { merchant, admin_token } = backend
  const { body: product } = await createCaller(backend.url, merchant.test_key)<Product>(
    'POST',
    '/v1/products',
    {
      name: 'GPU',
      rate_usd_per_second: '0.0001373',
    },
  )
  const people: ReturnType<typeof createStubbornSubscriber>[] = []

  for (let round = 0; round < ROUNDS; round += 1) {
    const newcomers = [0, 1].map(index => createStubbornSubscriber(`${round}.${index}`, backend, product.id))
    people.push(...newcomers)
    const load = Promise.allSettled(
      people.map(async person => {
        if (!person.memory.authorised) await person.subscribe(backend)
        else if (!person.memory.canceled && random() < 0.3) await person.cancel(backend)
      }),
    )
    await delay(20 + random() * 330)
    const chain = chainPid()
    await backend.end('SIGKILL')
    // Half of the time the machine takes the chain with it, with all that it has not saved.
    if (random() < 0.5 && processStartTime(chain) !== null) process.kill(chain, 'SIGKILL')
    await load
    backend = await startBackend({ folder: backend.folder, args: ARGS })
    expect({ merchant: backend.merchant, admin_token: backend.admin_token }).toEqual({
      merchant,
      admin_token,
    })
  }

  for (const person of people) await person.subscribe(backend)
  for (const person of people) {
    const again = await person.createSession(backend)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(person.memory.session)
  }

  await createCaller(backend.url, merchant.test_key)('POST', '/v1/test_helpers/clock', { frozen: true })
  await expect.poll(escrowHoldsWhatIsOpen, { timeout: 5_000 }).toBe(true)
  for (const person of people) await person.cancel(backend)

  const subscriptions = await all<Subscription>('/v1/subscriptions')
  const invoices = await all<Invoice>('/v1/invoices')
  expect(subscriptions.map(({ id }) => id).toSorted()).toEqual(
    people.map(({ memory }) => memory.authorised?.subscription.id).toSorted(),
  )
  expect(new Set(subscriptions.map(({ status }) => status))).toEqual(new Set(['canceled']))
  for (const person of people) {
    const id = person.memory.authorised?.subscription.id
    const own = invoices.filter(invoice => invoice.subscription === id)
    const subscription = subscriptions.find(found => found.id === id) as Subscription
    const paid = sum(own.map(invoice => invoice.gross))
    expect(FUNDS - (await balanceOf(backend, person.account.address))).toBe(paid)
    expect(baseUnitsFromUsd(subscription.settled_usd)).toBe(paid)
    expect(paid).toBe((1373n * BigInt(subscription.elapsed_seconds)) / 10n)
    expect(own.reduce((seconds, invoice) => seconds + invoice.seconds, 0)).toBe(subscription.elapsed_seconds)
  }
  const { merchant: payee, fee_recipient } = people[0]?.memory.prepared?.terms ?? (null as never)
  expect(await balanceOf(backend, payee)).toBe(sum(invoices.map(invoice => invoice.net)))
  expect(await balanceOf(backend, fee_recipient)).toBe(sum(invoices.map(invoice => invoice.fee)))
  expect(await balanceOf(backend, backend.chain.escrow)).toBe(0n)

  const client = createPublicClient({ transport: http(backend.chain.rpc_url) })
  for (const hash of new Set(invoices.map(invoice => invoice.tx_hash as Hex))) {
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
  }
  const types = Object.groupBy(await all<Event>('/v1/events'), event => event.type)
  const counts = Object.fromEntries(Object.entries(types).map(([type, events]) => [type, events.length]))
  expect(counts).toEqual({
    'product.created': 1,
    'customer.created': people.length,
    'subscription.prepared': people.length,
    'subscription.started': people.length,
    'checkout.session.completed': people.length,
    'subscription.canceled': people.length,
    'invoice.paid': invoices.length,
  })

  const lastChain = chainPid()
  expect(await backend.end('SIGTERM')).toBe(0)
  expect(processStartTime(lastChain)).toBeNull()
  const database = new DatabaseSync(join(backend.folder, 'billing.sqlite'), { readOnly: true })
  expect(database.prepare("select count(*) as pending from jobs where status = 'pending'").get()).toEqual({
    pending: 0,
  })
  database.close()
}, 90_000)

/** On the chain: what open meters were opened with, less what was settled of it. */
async function escrowHoldsWhatIsOpen(): Promise<boolean> {
  const open = (await all<Subscription>('/v1/subscriptions')).filter(found => found.refunded_usd === '0')
  const owed = sum(open.map(found => found.max_escrow_usd)) - sum(open.map(found => found.settled_usd))
  return owed === (await balanceOf(backend, backend.chain.escrow))
}

/** The same numbers at every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
