import type { UnixMillis } from '@per-second/protocol/time'
import type { Logger } from 'pino'
import type { Chain } from './chain/chain.ts'
import type { Drafts } from './domain/draft.ts'
import type { Mode } from './domain/entities.ts'
import type { IdPrefix } from './domain/id.ts'
import type { FaultRegistry } from './fault-registry.ts'
import type { Metrics } from './observability/metrics.ts'
import type { ServiceClock } from './service-clock.ts'
import type { ServiceConfig } from './service-config.ts'
import type { Storage, Transaction } from './storage/storage.ts'
import type { SecretBox } from './webhooks/secret-box.ts'
import type { Gate } from './worker/gate.ts'

/** Does the chain work that units of work have committed, one sender at a time (docs/money.md, rule 28). */
export type ChainWorker = {
  /** Says that there is new work. Returns at once. */
  kick(): void
  /**
   * Waits until the job is done or failed. Resolves false when `timeoutMs` of real time have passed first, or at shutdown:
   * the work goes on, the answer does not wait for it.
   */
  waitFor(jobId: string, timeoutMs: number): Promise<boolean>
}

/** Tokens and faults of local mode. */
export type LocalChain = {
  /**
   * Mints test AUSD, in base units. Resolves when included.
   *
   * @param alongside what commits with the transaction, before it leaves
   */
  mint(
    to: `0x${string}`,
    amount: bigint,
    alongside?: (tx: Transaction, hash: `0x${string}`) => Promise<void>,
  ): Promise<`0x${string}`>
  setTokenPaused(paused: boolean): Promise<void>
}

/** Moves the service's clock and everything that hangs on it; the app calls it inside `gate.exclusive`. */
export type ClockControl = {
  /** Goes on to an instant, if it is not there yet. Resolves when everything that fell due on the way is done. */
  advanceTo(target: UnixMillis): Promise<void>
  /** Stops or releases the clock, and remembers it for the next start. */
  setFrozen(frozen: boolean): Promise<void>
}

/** Everything the app is built from: passed in, never imported. */
export type Deps = {
  storage: Storage
  clock: ServiceClock
  newId: (prefix: IdPrefix) => string
  /** The chain of each mode; null for a mode that has none, which answers `chain_unavailable`. */
  chains: Record<Mode, Chain | null>
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
