import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Clock } from '../domain/clock.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Storage } from '../storage/storage.ts'

/** The dependencies of all work that changes data: the rules get a unit of work, an instant of the clock, and these. */
export type WorkDeps = {
  storage: Storage
  clock: Clock
  newId: (prefix: IdPrefix) => string
  policy: BillingPolicy
}
