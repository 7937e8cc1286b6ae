import type { Logger } from 'pino'
import type { LocalChain, OperatedChains } from '../chain/chain.ts'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Drafts } from '../domain/draft.ts'
import type { Mode } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Leadership } from '../domain/leadership.ts'
import type { ServiceClock } from '../domain/service-clock.ts'
import type { FaultRegistry } from '../local/fault-registry.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { RunOptions } from '../options/run-options.ts'
import type { Storage } from '../storage/storage.ts'
import type { SecretBox } from '../webhooks/secret-box.ts'
import type { ClockControl } from '../worker/clock.ts'
import type { Gate } from '../worker/gate.ts'
import type { ChainWorker } from '../worker/job-waiters.ts'

/** How this service bills and guards itself, fixed at boot. */
export type ServiceConfig = Pick<RunOptions, 'publicUrl' | 'rateLimit' | 'webhookPorts' | 'adminToken'> & {
  /** Local mode: embedded chain, and `/_local` and clock routes exist. It has an admin token of its own. */
  local: boolean
}

/** Everything the app is built from: passed in, never imported. */
export type Deps = {
  storage: Storage
  leadership: Leadership
  clock: ServiceClock
  /** This machine's clock minus its storage's time now, in milliseconds. It is 0 where both are the same clock. */
  clockSkewMillis: () => number
  newId: (prefix: IdPrefix) => string
  policy: BillingPolicy
  /** The chain of each mode by each of its operators. A mode without operators answers `chain_unavailable`. */
  operators: Record<Mode, OperatedChains>
  worker: ChainWorker
  local: LocalChain | null
  /** Null outside local mode. */
  clockControl: ClockControl | null
  /** Requests pass side by side. An advance of the clock has the service to itself. */
  gate: Gate
  /** Faults that tests have armed. Outside local mode none is ever armed. */
  faults: FaultRegistry
  /** The box that seals the signing secrets of webhook endpoints. */
  secrets: SecretBox
  /** Authorisations that are not signed yet, under a key of this database. */
  drafts: Drafts
  config: ServiceConfig
  log: Logger
  metrics: Metrics
}
