import type { BillingEvent, Customer, Product, Subscription } from '@per-second/client'
import { eventWords } from './event-words.ts'

/** What ids are looked up in. */
export type KnownObjects = { subscriptions: Subscription[]; products: Product[]; customers: Customer[] }

/** Which machine an event is about, and whose, as far as they are known. */
export function eventSubject(event: BillingEvent, known: KnownObjects): string {
  const { meter, customer, product } = eventWords(event)
  const productId = product ?? known.subscriptions.find(({ id }) => id === meter)?.product
  const machine = known.products.find(({ id }) => id === productId)?.name
  const email = known.customers.find(({ id }) => id === customer)?.email
  return [machine, email].filter(part => part !== undefined).join(' · ')
}
