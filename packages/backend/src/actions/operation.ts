import type { UnixMillis } from '@per-second/protocol/time'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { WebhookEndpoint } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Transaction } from '../storage/storage.ts'

/** What every rule that changes something is given: one unit of work, one instant, and a source of ids. */
export type Operation = {
  tx: Transaction
  now: UnixMillis
  newId: (prefix: IdPrefix) => string
  /** Every webhook endpoint of the merchants it is about, where these were read at once; else each event asks for its own. */
  endpoints?: readonly WebhookEndpoint[]
  /** Of the request that it is done for (`domain/traceparent.ts`): jobs and events get it. */
  traceparent?: string | null
}

/** What rules that offer, open and schedule meters are given besides. */
export type BillingOperation = Operation & { policy: BillingPolicy }
