import type {
  CheckoutSession,
  Customer,
  Event,
  EventType,
  Invoice,
  Product,
  Subscription,
} from '@per-second/protocol/types'

type EventObject<T extends EventType> = T extends `product.${string}`
  ? Product
  : T extends `checkout.session.${string}`
    ? CheckoutSession
    : T extends `customer.${string}`
      ? Customer
      : T extends `invoice.${string}`
        ? Invoice
        : Subscription

/**
 * An event, with its resource as it was then. Its `type` tells which resource `data.object` is, to TypeScript too.
 *
 * @example
 * if (event.type === 'invoice.paid') console.log(event.data.object.net)
 */
export type BillingEvent<T extends EventType = EventType> = {
  [Type in T]: Omit<Event, 'type' | 'data'> & { type: Type; data: { object: EventObject<Type> } }
}[T]
