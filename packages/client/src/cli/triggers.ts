import type { EventType } from '@per-second/protocol/types'
import type { BillingClient } from '../client.ts'

/**
 * The means of a cause: the client, the named subscription, the signal that ends its calls, and a place to report
 * progress.
 */
export type TriggerContext = {
  billing: BillingClient
  subscription: string
  signal: AbortSignal
  say: (step: string) => void
}

/** The public API has a call that causes the event. The cause returns the id of the object. */
type Caused = { how: string; needs?: 'subscription'; cause: (context: TriggerContext) => Promise<string> }

/** Only a subscriber, the chain or time causes the event. */
type OfOthers = { how: string; cause: null }

export type Trigger = Caused | OfOthers

const PRODUCT = { name: 'Triggered product', rate_usd_per_second: '0.000277' }
const PAGE = 'https://shop.example/'

const ofSubscription = (how: string, action: 'start' | 'pause' | 'resume' | 'cancel'): Caused => ({
  how,
  needs: 'subscription',
  cause: async ({ billing, subscription, signal, say }) => {
    const { id, status } = await billing.subscriptions[action](subscription, { signal })
    say(`${id} is ${status}.`)
    return id
  },
})

const authorising: OfOthers = { how: 'a subscriber authorises a checkout', cause: null }

/** How each type of event comes about. */
export const TRIGGERS: Record<EventType, Trigger> = {
  'product.created': {
    how: 'creates a product',
    cause: async context => (await createProduct(context)).id,
  },
  'product.updated': {
    how: 'creates a product and switches it off',
    cause: async context => {
      const { billing, signal, say } = context
      const { id } = await createProduct(context)
      await billing.products.update(id, { active: false }, { signal })
      say(`Switched ${id} off.`)
      return id
    },
  },
  'checkout.session.completed': authorising,
  'checkout.session.expired': {
    how: 'creates a product and a checkout session, and ends it',
    cause: async context => {
      const { billing, signal, say } = context
      const { id: product } = await createProduct(context)
      const pages = { success_url: PAGE, cancel_url: PAGE }
      const { id } = await billing.checkout.sessions.create({ product, ...pages }, { signal })
      say(`Created ${id}.`)
      await billing.checkout.sessions.expire(id, { signal })
      say(`Expired ${id}.`)
      return id
    },
  },
  'customer.created': authorising,
  'subscription.prepared': authorising,
  'subscription.started': ofSubscription('starts a subscription that waits for its merchant', 'start'),
  'subscription.paused': ofSubscription('pauses a running subscription', 'pause'),
  'subscription.resumed': ofSubscription('resumes a paused subscription', 'resume'),
  'subscription.ending': { how: 'a meter comes near its maximum duration', cause: null },
  'subscription.canceled': ofSubscription('cancels a subscription', 'cancel'),
  'subscription.ended': { how: 'a meter reaches its maximum duration', cause: null },
  'subscription.past_due': { how: 'the network refuses a settlement', cause: null },
  'invoice.paid': { how: 'a meter is settled, hourly and at its end', cause: null },
  'invoice.payment_failed': { how: 'the network refuses a settlement', cause: null },
}

async function createProduct({ billing, signal, say }: TriggerContext): Promise<{ id: string }> {
  const product = await billing.products.create(PRODUCT, { signal })
  say(`Created ${product.id}.`)
  return product
}
