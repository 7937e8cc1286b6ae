import assert from 'node:assert/strict'
import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Event, Hex, Invoice, Subscription } from '@per-second/protocol/types'
import { createPublicClient, http } from 'viem'
import type { BackendProcess } from '../backend-process.ts'
import { listAll } from '../list-all.ts'
import { balanceOf } from '../merchant.ts'
import { type createStubbornSubscriber, FUNDS } from '../stubborn-subscriber.ts'
import { createCaller } from '../subscriber.ts'

/** Seconds at 0.0001373 AUSD: their worth in base units, rounded down. */
const worthOf = (seconds: number) => (1373n * BigInt(seconds)) / 10n

/** Where a merchant's books are: any process of the service. */
export type BookedBackend = Pick<BackendProcess, 'url' | 'chain' | 'merchant'>

const sum = (amounts: string[]) => amounts.reduce((total, usd) => total + (baseUnitsFromUsd(usd) ?? 0n), 0n)

const callerOf = ({ url, merchant }: BookedBackend) => createCaller(url, merchant.test_key)

/** On the chain: the deposits of open meters, less their settled part. */
export async function escrowHoldsWhatIsOpen(backend: BackendProcess): Promise<boolean> {
  const subscriptions = await listAll<Subscription>(callerOf(backend), '/v1/subscriptions')
  const open = subscriptions.filter(found => found.refunded_usd === '0')
  const owed = sum(open.map(found => found.max_escrow_usd)) - sum(open.map(found => found.settled_usd))
  return owed === (await balanceOf(backend, backend.chain.escrow))
}

/** Chain work that is committed and not done. */
export async function pendingChainWork(backend: BackendProcess): Promise<number> {
  const headers = { Authorization: `Bearer ${backend.admin_token}` }
  const text = await (await fetch(`${backend.url}/metrics`, { headers })).text()
  const lines = text.split('\n').filter(line => line.startsWith('billing_chain_jobs_pending{'))
  assert.equal(lines.length, 4)
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
}

/**
 * After all have cancelled: one subscription each, paid once and exactly, by the figures of the service and by those of the chain.
 *
 * @throws {assert.AssertionError}
 */
export async function checkBooks(
  backend: BackendProcess,
  people: readonly Person[],
): Promise<{ subscriptions: number; invoices: number }> {
  const { subscriptions, invoices } = await checkMerchant(backend, people)
  const feeRecipient = people[0]?.memory.prepared?.terms.fee_recipient
  if (feeRecipient !== undefined)
    assert.equal(await balanceOf(backend, feeRecipient), sum(invoices.map(invoice => invoice.fee)))
  assert.equal(await balanceOf(backend, backend.chain.escrow), 0n, 'nothing is left in escrow')
  return { subscriptions, invoices: invoices.length }
}

type Person = ReturnType<typeof createStubbornSubscriber>

/**
 * The same of one merchant, who may not be the only one.
 *
 * @param announced the additional announcements, and their number
 * @throws {assert.AssertionError}
 */
async function checkMerchant(
  backend: BookedBackend,
  people: readonly Person[],
  announced: Record<string, number> = {},
): Promise<{ subscriptions: number; invoices: Invoice[] }> {
  const subscriptions = await listAll<Subscription>(callerOf(backend), '/v1/subscriptions')
  const invoices = await listAll<Invoice>(callerOf(backend), '/v1/invoices')
  assert.deepEqual(
    subscriptions.map(({ id }) => id).toSorted(),
    people.map(({ memory }) => memory.authorised?.subscription.id).toSorted(),
    'one subscription each',
  )
  for (const person of people) {
    const id = person.memory.authorised?.subscription.id
    const own = invoices.filter(invoice => invoice.subscription === id)
    const subscription = subscriptions.find(found => found.id === id) as Subscription
    const paid = sum(own.map(invoice => invoice.gross))
    assert.equal(subscription.status, 'canceled')
    assert.equal(
      FUNDS - (await balanceOf(backend, person.account.address)),
      paid,
      `the wallet of ${id} gave what was billed, and was funded once`,
    )
    assert.equal(baseUnitsFromUsd(subscription.settled_usd), paid)
    assert.equal(paid, worthOf(subscription.elapsed_seconds), `${id} paid for its seconds`)
    assert.equal(
      own.reduce((seconds, invoice) => seconds + invoice.seconds, 0),
      subscription.elapsed_seconds,
      `each second of ${id} is on one invoice`,
    )
  }
  const terms = people[0]?.memory.prepared?.terms
  if (terms !== undefined)
    assert.equal(await balanceOf(backend, terms.merchant), sum(invoices.map(invoice => invoice.net)))
  const client = createPublicClient({ transport: http(backend.chain.rpc_url) })
  for (const hash of new Set(invoices.map(invoice => invoice.tx_hash as Hex)))
    assert.equal((await client.getTransactionReceipt({ hash })).status, 'success')
  await checkEvents(backend, people.length, invoices.length, announced)
  return { subscriptions: subscriptions.length, invoices }
}

/** Each thing that happened was announced once. */
async function checkEvents(
  backend: BookedBackend,
  people: number,
  invoices: number,
  announced: Record<string, number>,
): Promise<void> {
  const types = Object.groupBy(await listAll<Event>(callerOf(backend), '/v1/events'), event => event.type)
  const counts = Object.fromEntries(Object.entries(types).map(([type, events]) => [type, events.length]))
  const wanted = {
    'product.created': 1,
    'customer.created': people,
    'subscription.prepared': people,
    'subscription.started': people,
    'checkout.session.completed': people,
    'subscription.canceled': people,
    'invoice.paid': invoices,
    ...announced,
  }
  assert.deepEqual(counts, people === 0 ? { 'product.created': 1 } : wanted)
}
