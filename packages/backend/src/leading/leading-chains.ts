import type { Chain } from '../chain/chain.ts'
import type { Sender } from '../chain/sender.ts'
import type { LocalChain } from '../deps.ts'
import type { Mode } from '../domain/entities.ts'
import type { Storage } from '../storage/storage.ts'

/** The chains of a service, as every process of it reads them. */
export type Chains = Record<Mode, Chain | null>

/** What the one process that writes to the chains has besides. */
export type LeadingChains = {
  senders: Record<Mode, Sender | null>
  local: LocalChain | null
  /** Keeps the embedded chain's time at the clock's. */
  tick(): Promise<void>
  /** The clock was moved: the embedded chain follows. */
  mine(): Promise<void>
  stop(): Promise<void>
}

/** Begins to write to the chains. Every unit of work of it goes through `storage`, which is the leader's own. */
export type LeadChains = (storage: Storage) => Promise<LeadingChains>
