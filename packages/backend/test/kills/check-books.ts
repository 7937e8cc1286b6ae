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

const sum = (amounts: string[]) => amounts.reduce((total, usd) => total + (baseUnitsFromUsd(usd) ?? 0n), 0n)

const callerOf = ({ url, merchant }: BackendProcess) => createCaller(url, merchant.test_key)

/** On the chain: the deposits of open meters, less their settled part. */
export async function escrowHoldsWhatIsOpen(backend: BackendProcess): Promise<boolean> {
  const subscriptions = await listAll<Subscription>(callerOf(backend), '/v1/subscriptions')
  const open = subscriptions.filter(found => found.refunded_usd === '0')
  const owed = sum(open.map(found => found.max_escrow_usd)) - sum(open.map(found => found.settled_usd))
  return owed === (await balanceOf(backend, backend.chain.escrow))
}

/** The stages, by mode and operator, in which chain work is committed and not done. */
export async function pendingChainWork(backend: BackendProcess): Promise<number> {
  const headers = { Authorization: `Bearer ${backend.admin_token}` }
  const text = await (await fetch(`${backend.url}/metrics`, { headers })).text()
  assert.match(text, /^billing_database_up 1$/m)
  assert.match(text, /^# TYPE billing_chain_job_age_seconds gauge$/m)
  return text.split('\n').filter(line => line.startsWith('billing_chain_job_age_seconds{')).length
}

type Person = ReturnType<typeof createStubbornSubscriber>

/**
 * After all have cancelled: one subscription a checkout, paid once and exactly, by the figures of the service and by those of the
 * chain. A meter ends in the second in which the next one, which replaces it, starts.
 *
 * @throws {assert.AssertionError}
 */
export async function checkBooks(
  backend: BackendProcess,
  people: readonly Person[],
): Promise<{ subscriptions: number; replaced: number; invoices: number }> {
  const subscriptions = await listAll<Subscription>(callerOf(backend), '/v1/subscriptions')
  const invoices = await listAll<Invoice>(callerOf(backend), '/v1/invoices')
  assert.deepEqual(
    subscriptions.map(({ id }) => id).toSorted(),
    people.flatMap(idsOf).toSorted(),
    'one subscription a checkout',
  )
  let replaced = 0
  for (const person of people) {
    const meters = idsOf(person).map(id => subscriptions.find(found => found.id === id) as Subscription)
    const own = invoices.filter(invoice => meters.some(({ id }) => id === invoice.subscription))
    assert.equal(
      FUNDS - (await balanceOf(backend, person.account.address)),
      sum(own.map(invoice => invoice.gross)),
      `the wallet of ${meters[0]?.id} gave what was billed, and was funded once`,
    )
    for (const [index, meter] of meters.entries()) {
      const { id, elapsed_seconds: elapsed } = meter
      const paid = sum(own.flatMap(({ subscription, gross }) => (subscription === id ? [gross] : [])))
      const billed = own.filter(({ subscription }) => subscription === id)
      const next = meters[index + 1]
      assert.deepEqual(
        [meter.status, meter.replaced_by, meter.cancel_reason === 'replaced'],
        ['canceled', next?.id ?? null, next !== undefined],
      )
      if (next) assert.equal(next.started_at, meter.ended_at, `no second lies between ${id} and ${next.id}`)
      if (next) replaced += 1
      assert.equal(baseUnitsFromUsd(meter.settled_usd), paid)
      assert.equal(paid, worthOf(elapsed), `${id} paid for its seconds`)
      assert.equal(
        billed.reduce((seconds, invoice) => seconds + invoice.seconds, 0),
        elapsed,
        `each second of ${id} is on one invoice`,
      )
    }
  }
  const terms = people[0]?.memory.checkouts[0].prepared?.terms
  if (terms !== undefined) {
    assert.equal(await balanceOf(backend, terms.merchant), sum(invoices.map(invoice => invoice.net)))
    assert.equal(await balanceOf(backend, terms.fee_recipient), sum(invoices.map(invoice => invoice.fee)))
  }
  const client = createPublicClient({ transport: http(backend.chain.rpc_url) })
  for (const hash of new Set(invoices.map(invoice => invoice.tx_hash as Hex)))
    assert.equal((await client.getTransactionReceipt({ hash })).status, 'success')
  await checkEvents(backend, {
    ...{ people: people.length, meters: subscriptions.length, invoices: invoices.length },
  })
  assert.equal(await balanceOf(backend, backend.chain.escrow), 0n, 'nothing is left in escrow')
  return { subscriptions: subscriptions.length, replaced, invoices: invoices.length }
}

const idsOf = ({ memory }: Person): string[] =>
  memory.checkouts.map(({ authorised }) => authorised?.subscription.id as string)

/** Each thing that happened was announced once. */
async function checkEvents(
  backend: BackendProcess,
  { people, meters, invoices }: { people: number; meters: number; invoices: number },
): Promise<void> {
  const types = Object.groupBy(await listAll<Event>(callerOf(backend), '/v1/events'), event => event.type)
  const counts = Object.fromEntries(Object.entries(types).map(([type, events]) => [type, events.length]))
  const wanted = {
    'product.created': 1,
    'customer.created': people,
    'subscription.prepared': meters,
    'subscription.started': meters,
    'checkout.session.completed': meters,
    'subscription.canceled': meters,
    'invoice.paid': invoices,
  }
  assert.deepEqual(counts, people === 0 ? { 'product.created': 1 } : wanted)
}
