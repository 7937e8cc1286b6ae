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
import type { Storage } from '../storage/storage.ts'
import type { SecretBox } from '../webhooks/secret-box.ts'
import type { ChainWorker } from '../worker/chain-worker.ts'
import type { ClockControl } from '../worker/clock.ts'
import type { Gate } from '../worker/gate.ts'

/** How this service bills and guards itself, fixed at boot. */
export type ServiceConfig = {
  /** Basis points of every settlement that go to the fee recipient. */
  feeBps: number
  /** Local mode: embedded chain, `/_local` and clock routes exist. */
  local: boolean
  /** Guards `/_local`; null outside local mode. */
  adminToken: string | null
  /** Requests a second per merchant and mode; null for no limit. */
  rateLimit: number | null
  /** The ports that webhooks are sent to, at public addresses and by https; null where everything goes, in local mode. */
  webhookPorts: readonly number[] | null
}

/** Everything the app is built from: passed in, never imported. */
export type Deps = {
  storage: Storage
  leadership: Leadership
  clock: ServiceClock
  /** By how much this machine's clock is ahead of the time of its storage now, in milliseconds; 0 where that is the same. */
  clockSkewMillis: () => number
  newId: (prefix: IdPrefix) => string
  policy: BillingPolicy
  /** The chain of each mode as each of its operators reaches it; a mode that has none answers `chain_unavailable`. */
  operators: Record<Mode, OperatedChains>
  worker: ChainWorker
  local: LocalChain | null
  /** Null outside local mode. */
  clockControl: ClockControl | null
  /** Requests pass side by side; an advance of the clock has the service to itself. */
  gate: Gate
  /** Faults that tests have asked for; nothing arms any outside local mode. */
  faults: FaultRegistry
  /** What the signing secrets of webhook endpoints are kept in. */
  secrets: SecretBox
  /** Authorisations that are not signed yet, under a key of this database. */
  drafts: Drafts
  config: ServiceConfig
  log: Logger
  metrics: Metrics
}
