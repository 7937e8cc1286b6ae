import type { Logger } from 'pino'
import type { Mode } from '../domain/entities.ts'
import type { LocalSetup } from '../local/local-setup.ts'
import type { RunOptions } from '../options/run-options.ts'
import type { Deps } from '../routes/deps.ts'
import type { OpenedStorage } from '../storage/open-storage.ts'

/** What a service is made of before it knows where its chains are. */
export type CoreParts = Pick<Deps, 'newId' | 'gate' | 'faults' | 'metrics'> & {
  options: RunOptions
  opened: OpenedStorage
  log: Logger
}

/** A service without its HTTP side: its chains, and the work on them. */
export type ServiceCore = Pick<
  Deps,
  'storage' | 'leadership' | 'clock' | 'operators' | 'worker' | 'local' | 'clockControl' | 'secrets'
> & {
  /** What local mode says when it is ready; null on real chains. */
  localLine: LocalLine | null
  /** What the operators have of their chains' native coin, in wei, as far as it is known; null in local mode. */
  balances: Record<Mode, bigint | null> | null
  /** Ends the work, but lets nobody else have it yet: answers may still be on their way. */
  finish(): Promise<void>
  /** Finishes, leaves the chains and lets the lease go. */
  stop(): Promise<void>
}

/** A part of the line that `--json` prints. */
export type LocalLine = LocalSetup & {
  chain: {
    rpc_url: string
    chain_id: number
    token: `0x${string}`
    escrow: `0x${string}`
    live_escrow: `0x${string}`
  }
}
