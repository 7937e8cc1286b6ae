import type { BillingClient, BillingEvent, Subscription } from '@per-second/client'

/** One thing that happened to a meter, for people; `amount` is what it moved, in AUSD. */
export type Moment = { at: number; text: string; amount: string | null; txHash: string | null }

/** Events are looked through back to the meter's own beginning, and no farther than this. */
const MOST_EVENTS = 1_000

const CANCELLED_BY: Partial<Record<NonNullable<Subscription['cancel_reason']>, string>> = {
  merchant: 'Cancelled by you',
  subscriber: 'Stopped by the customer',
  stopped_on_chain: 'Stopped by the customer, on the chain',
  start_timeout: 'Not started in time',
  settlement_failed: 'Ended: it could not be settled',
  authorisation_expired: 'Ended: the authorisation expired',
  opening_lost: 'Ended: its opening was lost on the chain',
}

/** What happened to a meter, newest first, by the service's events. */
export async function meterStory(billing: BillingClient, meter: Subscription): Promise<Moment[]> {
  const moments: Moment[] = []
  let seen = 0
  for await (const event of billing.events.list({ limit: 100 })) {
    seen += 1
    if (seen > MOST_EVENTS || event.created < meter.created) break
    const moment = momentOf(event, meter)
    if (moment) moments.push(moment)
  }
  return moments
}

function momentOf(event: BillingEvent, { id }: Subscription): Moment | null {
  const { created: at } = event
  const of = (text: string) => ({ at, text, amount: null, txHash: null })
  switch (event.type) {
    case 'checkout.session.completed':
      return event.data.object.subscription === id ? of('Authorised, the deposit is in the escrow') : null
    case 'subscription.started':
      return event.data.object.id === id ? of('Started') : null
    case 'subscription.paused':
      return event.data.object.id === id ? of('Paused') : null
    case 'subscription.resumed':
      return event.data.object.id === id ? of('Resumed') : null
    case 'subscription.past_due':
      return event.data.object.id === id ? of('Past due: a settlement was refused and is tried again') : null
    case 'subscription.ended':
      return event.data.object.id === id ? of('Ended: the longest time was reached') : null
    case 'subscription.canceled': {
      const { id: other, cancel_reason: reason } = event.data.object
      return other === id ? of((reason && CANCELLED_BY[reason]) ?? 'Cancelled') : null
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const { subscription, gross, tx_hash: txHash } = event.data.object
      if (subscription !== id) return null
      const isPaid = event.type === 'invoice.paid'
      return {
        at,
        text: isPaid ? 'Settled' : 'A settlement was refused',
        amount: gross,
        txHash: txHash || null,
      }
    }
    default:
      return null
  }
}
