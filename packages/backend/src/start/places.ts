import type { Chain as WireChain } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { EmbeddedChain } from '../chain/embedded/embedded-chain.ts'
import type { Mode } from '../domain/entities.ts'
import type { LocalSetup } from '../local/local-setup.ts'
import type { RunOptions } from '../options/run-options.ts'
import type { Deps } from '../routes/deps.ts'
import type { OpenedStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { Operator } from '../worker/chain-worker.ts'

export type PlacesParameters = Pick<Deps, 'newId' | 'metrics'> & {
  options: RunOptions
  opened: OpenedStorage
  log: Logger
}

/** Where a service keeps its books, and the chains of its operators. */
export type Places = Pick<Deps, 'storage' | 'clock' | 'operators' | 'local'> & {
  /** The operators of each mode with their senders, for the process that works on this storage. */
  operatorsOn(storage: Storage): Record<Mode, readonly Operator[]>
  embedded: EmbeddedChain | null
  /** The facts that the service prints when it is ready. */
  line: LocalLine | RealLine
}

/** The facts of local mode. */
export type LocalLine = LocalSetup & {
  chain: {
    rpc_url: string
    chain_id: number
    token: `0x${string}`
    escrow: `0x${string}`
    live_escrow: `0x${string}`
  }
}

/** The facts of a service on real chains. */
export type RealLine = {
  chains: Record<Mode, WireChain | null>
  /**
   * The balance of each mode's operator in the native coin, in wei as a decimal string, or null where its chain did not
   * respond.
   */
  operator_balances: Record<Mode, string | null>
}
