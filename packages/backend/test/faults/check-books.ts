import { testEscrowAddress } from '@per-second/contracts/addresses'
import type { Invoice } from '../../src/domain/entities.ts'
import { totalsAfter } from '../../src/domain/meter/ledger/totals-after.ts'
import type { World } from './actions.ts'

/** The funds of every payer of these worlds, in base units. */
const FUNDS = 1_000_000_000n

/** Compares the service's account with the chain's, once all work is at rest. */
export async function checkBooks({
  stack,
  meters,
}: World): Promise<{ violations: string[]; charges: number; invoices: number }> {
  const violations: string[] = []
  const check = (holds: boolean, text: string) => {
    if (!holds) violations.push(text)
  }
  const charges = await stack.strange.charges()
  const paid: Invoice[] = []

  const completions = await stack.storage.read(tx =>
    tx.events.list(stack.scope, { limit: 100 }, { type: 'checkout.session.completed' }),
  )
  const announced = completions?.data.map(({ data }) => (data as { id: string }).id) ?? []

  for (const meter of meters) {
    const { subscription, invoices } = await stack.stored(meter)
    const { id, status, meterId } = subscription
    const name = `${id} (${status})`
    const own = charges.filter(charge => charge.id === meterId)
    const ownPaid = invoices.filter(invoice => invoice.status === 'paid')
    paid.push(...ownPaid)
    const pending = await stack.storage.read(tx => tx.jobs.pendingOf([id]))
    check(pending.length === 0, `${name} still has ${pending.map(({ kind }) => kind)}`)
    let second = 0
    for (const { seconds, status: paid, txHash } of invoices) {
      second += seconds
      const reached = own.find(({ toSecond }) => toSecond >= second)
      const isRight = paid === 'paid' ? reached?.txHash === txHash : reached === undefined
      check(isRight, `${name}: the invoice up to second ${second} is ${paid} by ${txHash}`)
    }
    const charged = sum(own.map(({ gross }) => gross))
    check(
      subscription.settledGross === charged,
      `${name}: settled ${subscription.settledGross}, charged ${charged}`,
    )
    check(
      charged === totalsAfter(subscription.terms, subscription.billedSeconds).gross,
      `${name}: ${charged} for ${subscription.billedSeconds} seconds`,
    )
    const loss = FUNDS - (await stack.strange.balanceOf(meter.payer.address))
    check(loss === charged, `${name}: the payer lost ${loss}, was charged ${charged}`)
    const completed = announced.filter(session => session === meter.session.id).length
    check(completed === (isOpened(status) ? 1 : 0), `${name}: ${completed} times complete`)
    const customer = await stack.storage.read(tx => tx.customers.get(subscription.customerId))
    check(customer?.totalSettled === charged, `${name}: the customer's total is ${customer?.totalSettled}`)
  }

  const gross = sum(charges.map(charge => charge.gross))
  check(gross === sum(paid.map(invoice => invoice.gross)), `${gross} charged in all`)
  const merchant = await stack.strange.balanceOf(stack.merchant.payoutAddress)
  check(merchant === sum(paid.map(({ net }) => net)), `the merchant has ${merchant}`)
  const fees = await stack.strange.balanceOf(stack.feeRecipient)
  check(fees === sum(paid.map(({ fee }) => fee)), `the fee recipient has ${fees}`)
  const left = await stack.strange.balanceOf(testEscrowAddress)
  check(left === 0n, `the escrow still holds ${left}`)
  return { violations, charges: charges.length, invoices: paid.length }
}

function isOpened(status: string): boolean {
  return status !== 'incomplete' && status !== 'incomplete_expired'
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
