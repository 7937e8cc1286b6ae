import type { BillingEvent, Subscription } from '@per-second/client'

/** An event in words. `amount` is the moved amount, in AUSD. The others are ids of its objects. */
export type EventWords = {
  text: string
  amount: string | null
  txHash: string | null
  meter: string | null
  customer: string | null
  product: string | null
}

const CANCELLED_BY: Partial<Record<NonNullable<Subscription['cancel_reason']>, string>> = {
  merchant: 'Cancelled by you',
  subscriber: 'Stopped by the customer',
  stopped_on_chain: 'Stopped by the customer, on the chain',
  start_timeout: 'Not started in time',
  settlement_failed: 'Ended: it could not be settled',
  authorisation_expired: 'Ended: the authorisation expired',
  replaced: 'Carried on by another meter',
  opening_lost: 'Ended: its opening was lost on the chain',
}

const METER_TEXTS = {
  'subscription.prepared': 'Signed, the deposit is on its way',
  'subscription.started': 'Started',
  'subscription.paused': 'Paused',
  'subscription.resumed': 'Resumed',
  'subscription.ending': 'Ends soon',
  'subscription.past_due': 'Past due: a settlement was refused and is tried again',
  'subscription.ended': 'Ended: the maximum duration was reached',
} as const

const NOTHING = { amount: null, txHash: null, meter: null, customer: null, product: null }

export function eventWords(event: BillingEvent): EventWords {
  switch (event.type) {
    case 'product.created':
    case 'product.updated': {
      const text = event.type === 'product.created' ? 'Product made' : 'Product changed'
      return { ...NOTHING, text, product: event.data.object.id }
    }
    case 'customer.created':
      return { ...NOTHING, text: 'First order of a customer', customer: event.data.object.id }
    case 'checkout.session.completed':
    case 'checkout.session.expired': {
      const { subscription: meter, customer, product } = event.data.object
      const isComplete = event.type === 'checkout.session.completed'
      const text = isComplete ? 'Authorised, the deposit is in the escrow' : 'Checkout expired'
      return { ...NOTHING, text, meter, customer, product: product.id }
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const { subscription: meter, customer, gross: amount, tx_hash: hash } = event.data.object
      const text = event.type === 'invoice.paid' ? 'Settled' : 'A settlement was refused'
      return { ...NOTHING, text, amount, txHash: hash || null, meter, customer }
    }
    case 'subscription.canceled': {
      const { cancel_reason: reason } = event.data.object
      return { ...ofMeter(event.data.object), text: (reason && CANCELLED_BY[reason]) ?? 'Cancelled' }
    }
    default:
      return { ...ofMeter(event.data.object), text: METER_TEXTS[event.type] }
  }
}

function ofMeter({ id: meter, customer, product }: Subscription): Omit<EventWords, 'text'> {
  return { ...NOTHING, meter, customer, product }
}
