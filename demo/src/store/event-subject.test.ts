import type { BillingEvent } from '@per-second/client'
import { expect, test } from 'vitest'
import { eventSubject, type KnownObjects } from './event-subject.ts'

const KNOWN = {
  subscriptions: [{ id: 'sub_1', product: 'prod_1' }],
  products: [{ id: 'prod_1', name: 'GPU' }],
  customers: [{ id: 'cus_1', email: 'ada@example.com' }],
} as KnownObjects
const event = (type: string, object: object) => ({ type, data: { object } }) as BillingEvent

test.each([
  ['subscription.started', { id: 'sub_1', customer: 'cus_1', product: 'prod_1' }, 'GPU · ada@example.com'],
  ['invoice.paid', { subscription: 'sub_1', customer: 'cus_1', gross: '1' }, 'GPU · ada@example.com'],
  ['customer.created', { id: 'cus_1' }, 'ada@example.com'],
  ['product.created', { id: 'prod_1' }, 'GPU'],
  ['invoice.paid', { subscription: 'sub_2', customer: 'cus_2', gross: '1' }, ''],
])('%s of %j is about %s', (type, object, subject) => {
  expect(eventSubject(event(type, object), KNOWN)).toBe(subject)
})
