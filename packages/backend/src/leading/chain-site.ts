import type { Chains, LeadChains } from './leading-chains.ts'
import type { LocalLine } from './local-mode.ts'

/** Where a service's chains are, embedded or real. */
export type ChainSite = {
  lead: LeadChains
  /** What every process of the service knows of it; waits until somebody leads where that is needed. */
  join(): Promise<JoinedSite>
}

export type JoinedSite = {
  chains: Chains
  /** The folder of what the service's processes have in common and the database must not know. */
  home: string
  /** What local mode says when it is ready; null on real chains. */
  local: LocalLine | null
}
