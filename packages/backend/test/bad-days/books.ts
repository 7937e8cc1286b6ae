import assert from 'node:assert/strict'
import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Event, Invoice, Subscription } from '@per-second/protocol/types'
import { eventually } from '../eventually.ts'
import { listAll } from '../list-all.ts'
import { balanceOf } from '../merchant.ts'
import { FUNDS, RATE, type Shop, type World } from './world.ts'

const CANCELS_AT_ONCE = 40
const BOOKED_WITHIN_MILLIS = 120_000

/**
 * Ends every meter, and compares each payer's payment with the cost of its seconds, its invoices and its merchant's
 * events.
 *
 * @returns how many meters and invoices that were
 * @throws {assert.AssertionError} when a cent or an announcement is missing, or there twice
 */
export async function closeBooks(
  world: World,
  shops: readonly Shop[],
): Promise<{ meters: number; invoices: number }> {
  const queue = [...world.meters]
  await Promise.all(
    Array.from({ length: CANCELS_AT_ONCE }, async () => {
      for (let meter = queue.pop(); meter; meter = queue.pop())
        await world.serverOf(meter.shop).act(meter.id, 'cancel')
    }),
  )
  await eventually(
    () => balanceOf(world.others, world.others.chain.escrow),
    held => held === 0n,
    'nothing is left in escrow',
    BOOKED_WITHIN_MILLIS,
  )
  let [meters, count] = [0, 0]
  for (const shop of shops) {
    const read = <T extends { id: string }>(path: string) => listAll<T>(world.serverOf(shop).call, path)
    const subscriptions = await eventually(
      () => read<Subscription>('/v1/subscriptions'),
      all =>
        all.every(
          ({ settled_usd, billed_seconds }) => baseUnitsFromUsd(settled_usd) === worth(billed_seconds),
        ),
      'all is booked',
      BOOKED_WITHIN_MILLIS,
    )
    const invoices = Map.groupBy(await read<Invoice>('/v1/invoices'), ({ subscription }) => subscription)
    for (const { id, status, billed_seconds, elapsed_seconds } of subscriptions) {
      assert.deepEqual([id, status, billed_seconds], [id, 'canceled', elapsed_seconds])
      const own = invoices.get(id) ?? []
      const charged = own.reduce((sum, { gross }) => sum + (baseUnitsFromUsd(gross) ?? 0n), 0n)
      const invoiced = own.reduce((sum, { seconds }) => sum + seconds, 0)
      assert.deepEqual([id, charged, invoiced], [id, worth(billed_seconds), billed_seconds])
      assert.deepEqual([...new Set(own.map(({ status }) => status))], own.length === 0 ? [] : ['paid'])
    }
    const billed = new Map(subscriptions.map(({ id, billed_seconds }) => [id, billed_seconds]))
    for (const { id, account } of world.meters.filter(meter => meter.shop === shop)) {
      const paid = FUNDS - (await balanceOf(world.others, account.address))
      assert.deepEqual([id, paid], [id, worth(billed.get(id) ?? 0)])
    }
    const all = [...invoices.values()].flat()
    const types = Map.groupBy(await read<Event>('/v1/events'), ({ type }) => type)
    const told = (type: string) => types.get(type as Event['type'])?.length ?? 0
    assert.equal(told('subscription.started'), subscriptions.length)
    assert.equal(told('subscription.canceled'), subscriptions.length)
    assert.equal(told('invoice.paid'), all.length)
    meters += subscriptions.length
    count += all.length
  }
  return { meters, invoices: count }
}

const worth = (seconds: number) => BigInt(seconds) * RATE
