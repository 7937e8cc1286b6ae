import type { BillingEvent } from '@per-second/client'
import { expect, test } from 'vitest'
import { eventWords } from './event-words.ts'

const HASH = `0x${'ab'.repeat(32)}`
const event = (type: string, object: object) => ({ type, data: { object } }) as BillingEvent
const nothing = { amount: null, txHash: null, meter: null, customer: null, product: null }
const meter = { id: 'sub_1', customer: 'cus_1', product: 'prod_1' }
const ofMeter = { ...nothing, meter: 'sub_1', customer: 'cus_1', product: 'prod_1' }
const session = { subscription: 'sub_1', customer: 'cus_1', product: { id: 'prod_1' } }
const invoice = { subscription: 'sub_1', customer: 'cus_1', gross: '0.5', tx_hash: HASH }
const ofInvoice = { ...nothing, amount: '0.5', txHash: HASH, meter: 'sub_1', customer: 'cus_1' }

test.each([
  ['product.created', { id: 'prod_1' }, { ...nothing, text: 'Product made', product: 'prod_1' }],
  ['product.updated', { id: 'prod_1' }, { ...nothing, text: 'Product changed', product: 'prod_1' }],
  ['customer.created', { id: 'cus_1' }, { ...nothing, text: 'First order of a customer', customer: 'cus_1' }],
  ['checkout.session.completed', session, { ...ofMeter, text: 'Authorised, the deposit is in the escrow' }],
  [
    'checkout.session.expired',
    { ...session, subscription: null, customer: null },
    { ...nothing, text: 'Checkout expired', product: 'prod_1' },
  ],
  ['subscription.started', meter, { ...ofMeter, text: 'Started' }],
  [
    'subscription.canceled',
    { ...meter, cancel_reason: 'subscriber' },
    { ...ofMeter, text: 'Stopped by the customer' },
  ],
  ['subscription.canceled', { ...meter, cancel_reason: null }, { ...ofMeter, text: 'Cancelled' }],
  ['invoice.paid', invoice, { ...ofInvoice, text: 'Settled' }],
  [
    'invoice.payment_failed',
    { ...invoice, tx_hash: '' },
    { ...ofInvoice, text: 'A settlement was refused', txHash: null },
  ],
])('%s of %j in words', (type, object, words) => {
  expect(eventWords(event(type, object))).toEqual(words)
})
