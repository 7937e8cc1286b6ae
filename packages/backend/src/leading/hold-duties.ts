import type { Logger } from 'pino'
import type { ChainWorker, ClockControl, LocalChain } from '../deps.ts'
import { ApiError } from '../domain/api-error.ts'
import type { PostgresStorage } from '../storage/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { Duties } from './duties.ts'
import { lead } from './leadership.ts'

/** The duties of a database, which this process has or has not at this moment. */
export type HeldDuties = {
  leads(): boolean
  /** This process's worker while it leads. */
  worker(): ChainWorker | null
  /** Moves the clock and mints for whoever asks, while this process leads. */
  local: LocalChain
  clockControl: ClockControl
  /** Writes something as the leader, if this process is the one. */
  announce(write: (own: Storage) => Promise<void>): Promise<void>
  finish(): Promise<void>
  stop(): Promise<void>
}

/**
 * Has the duties for good where no other process uses the database, else while this process leads.
 *
 * @param begin takes them up, every unit of work through the storage it is given
 */
export async function holdDuties(parameters: {
  storage: Storage
  shared: PostgresStorage | null
  begin: (own: Storage) => Promise<Duties>
  log: Logger
}): Promise<HeldDuties> {
  const { storage, shared, begin, log } = parameters
  let duties: Duties | null = null
  let leaders: Storage | null = null
  const take = async (own: Storage) => {
    duties = await begin(own)
    leaders = own
  }
  const leave = async () => {
    const left = duties
    duties = null
    await left?.stop()
  }
  const leadership =
    shared === null
      ? null
      : await lead({
          leases: shared.leases,
          onGain: lease => take(shared.fenced(lease)),
          onLoss: leave,
          log,
        })
  if (leadership === null) await take(storage)

  const leading = (): Duties => {
    if (duties !== null) return duties
    throw new ApiError('chain_unavailable', 'The process that leads has just gone. Try again shortly.', {
      status: 503,
    })
  }
  const chain = (): LocalChain => {
    const { local } = leading()
    if (local === null) throw new Error('A real chain has no faucet.')
    return local
  }
  return {
    leads: () => duties !== null,
    worker: () => duties?.worker ?? null,
    local: {
      mint: async (...parameters) => chain().mint(...parameters),
      setTokenPaused: async paused => chain().setTokenPaused(paused),
    },
    clockControl: {
      advanceTo: async target => leading().clockControl.advanceTo(target),
      setFrozen: async frozen => leading().clockControl.setFrozen(frozen),
    },
    announce: async write => {
      if (duties !== null && leaders !== null) await write(leaders)
    },
    finish: async () => duties?.finish(),
    stop: async () => (leadership ? leadership.stop() : leave()),
  }
}
