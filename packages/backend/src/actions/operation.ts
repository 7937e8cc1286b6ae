import type { UnixMillis } from '@per-second/protocol/time'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { WebhookEndpoint } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Transaction } from '../storage/storage.ts'

/** The parameters of every rule that changes data: one unit of work, one instant, and a source of ids. */
export type Operation = {
  tx: Transaction
  now: UnixMillis
  newId: (prefix: IdPrefix) => string
  /**
   * Every webhook endpoint of the merchants concerned, if these were read at once. Otherwise each event queries its
   * own.
   */
  endpoints?: readonly WebhookEndpoint[]
  /** Of the request that it is done for (`http/request-context.ts`): jobs and events get it. */
  traceparent?: string | null
}

/** The additional parameters of rules that offer, open and schedule meters. */
export type BillingOperation = Operation & { policy: BillingPolicy }
