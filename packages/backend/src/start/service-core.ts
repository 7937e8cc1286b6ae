import type { Chain as WireChain } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Mode } from '../domain/entities.ts'
import type { LocalSetup } from '../local/local-setup.ts'
import type { RunOptions } from '../options/run-options.ts'
import type { Deps } from '../routes/deps.ts'
import type { OpenedStorage } from '../storage/open-storage.ts'

/** The parts of a service before it knows the places of its chains. */
export type CoreParts = Pick<Deps, 'newId' | 'gate' | 'faults' | 'metrics'> & {
  options: RunOptions
  opened: OpenedStorage
  log: Logger
}

/** A service without its HTTP side: its chains, and the work on them. */
export type ServiceCore = Pick<
  Deps,
  'storage' | 'leadership' | 'clock' | 'operators' | 'local' | 'clockControl' | 'secrets'
> & {
  /** Says that there is new chain work, if this process does it. */
  kick(): void
  /** The facts that the service prints when it is ready. */
  line: LocalLine | RealLine
  /** Ends the work, but keeps it from other processes for now: responses may still be on their way. */
  finish(): Promise<void>
  /** Finishes, leaves the chains and lets the lease go. */
  stop(): Promise<void>
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
