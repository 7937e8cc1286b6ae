import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Clock } from '../domain/clock.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Storage } from '../storage/storage.ts'

/** What all work is given that changes something: the rules are called with a unit of it, an instant of the clock, and these. */
export type WorkDeps = {
  storage: Storage
  clock: Clock
  newId: (prefix: IdPrefix) => string
  policy: BillingPolicy
}
