import type { BillingClient, BillingEvent, Subscription } from '@per-second/client'
import { expect, test } from 'vitest'
import { meterStory } from './meter-story.ts'

const METER = { id: 'sub_1', created: 100 } as Subscription
const HASH = `0x${'ab'.repeat(32)}`
const event = (created: number, type: string, object: object) =>
  ({
    id: `evt_${created}`,
    object: 'event',
    type,
    created,
    livemode: false,
    data: { object },
  }) as BillingEvent

/** Newest first, as the API lists them. */
function billingWith(events: BillingEvent[]): { billing: BillingClient; read: () => number } {
  let read = 0
  const list = async function* () {
    for (const each of events) {
      read += 1
      yield each
    }
  }
  return { billing: { events: { list } } as unknown as BillingClient, read: () => read }
}

test('a life in words, newest first, with the settled amounts and without other meters', async () => {
  const { billing } = billingWith([
    event(190, 'invoice.paid', { subscription: 'sub_1', gross: '0.5', tx_hash: HASH }),
    event(180, 'subscription.canceled', { id: 'sub_1', cancel_reason: 'subscriber' }),
    event(170, 'subscription.started', { id: 'sub_2' }),
    event(160, 'invoice.payment_failed', { subscription: 'sub_1', gross: '0.2', tx_hash: '' }),
    event(150, 'subscription.resumed', { id: 'sub_1' }),
    event(140, 'subscription.paused', { id: 'sub_1' }),
    event(130, 'customer.created', { id: 'cus_1' }),
    event(120, 'checkout.session.completed', { subscription: 'sub_1', product: { id: 'prod_1' } }),
    event(110, 'subscription.started', { id: 'sub_1' }),
  ])
  const plain = (at: number, text: string) => ({ at, event: `evt_${at}`, text, amount: null, txHash: null })
  expect(await meterStory(billing, METER)).toEqual([
    { at: 190, event: 'evt_190', text: 'Settled', amount: '0.5', txHash: HASH },
    plain(180, 'Stopped by the customer'),
    { at: 160, event: 'evt_160', text: 'A settlement was refused', amount: '0.2', txHash: null },
    plain(150, 'Resumed'),
    plain(140, 'Paused'),
    plain(120, 'Authorised, the deposit is in the escrow'),
    plain(110, 'Started'),
  ])
})

test('events older than the meter are not read', async () => {
  const { billing, read } = billingWith([
    event(110, 'subscription.started', { id: 'sub_1' }),
    event(99, 'subscription.started', { id: 'sub_0' }),
    event(98, 'subscription.started', { id: 'sub_0' }),
  ])
  expect(await meterStory(billing, METER)).toHaveLength(1)
  expect(read()).toBe(2)
})
