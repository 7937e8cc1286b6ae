import type { Logger } from 'pino'
import { COMMON_LEASE } from '../domain/leadership.ts'
import type { ServiceClock } from '../domain/service-clock.ts'
import type { PostgresStorage } from '../storage/postgres/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { holdWork } from '../worker/leader/leader.ts'
import { leaseAge } from '../worker/leader/lease.ts'
import { createPollingWorker } from '../worker/leader/polling-worker.ts'
import type { Shard } from '../worker/start-worker.ts'
import type { ServiceCore } from './service-core.ts'

/** Begins a part of the work on storage that refuses every unit once somebody else has the part's lease. */
type Begin = (own: Storage) => Shard | Promise<Shard>

/** The part of a process in the work of a database that others share: what it holds a lease for, as long as it does. */
export async function workUnderLeases(parameters: {
  shared: PostgresStorage
  common: Begin
  /** By the lease of each operator. */
  shards: ReadonlyMap<string, Begin>
  clock: ServiceClock
  log: Logger
}): Promise<Pick<ServiceCore, 'worker' | 'leadership' | 'finish' | 'stop'>> {
  const { shared, common, shards, clock, log } = parameters
  const stopping = new AbortController()
  const begun = new Map<string, Shard>()
  const ids = [COMMON_LEASE, ...shards.keys()]
  const work = await holdWork({
    leases: shared.leases,
    shards: [...shards.keys()],
    onGain: async lease => {
      const begin = shards.get(lease.id) ?? common
      begun.set(lease.id, await begin(shared.fenced(lease)))
    },
    onLoss: async id => {
      const left = begun.get(id)
      begun.delete(id)
      await left?.stop()
    },
    log,
  })
  const own = () => [...begun.values()].map(({ chainWork }) => chainWork)
  return {
    leadership: {
      held: () => Object.fromEntries(ids.map(id => [id, begun.has(id)])),
      ages: async () => {
        const ages = await Promise.all(ids.map(async id => [id, await leaseAge(shared, id)] as const))
        return Object.fromEntries(ages.flatMap(([id, age]) => (age === null ? [] : [[id, age]])))
      },
    },
    worker: createPollingWorker({ storage: shared, clock, own, stopping: stopping.signal }),
    finish: async () => {
      stopping.abort()
      await Promise.all([...begun.values()].map(({ stop }) => stop()))
    },
    stop: async () => {
      stopping.abort()
      await work.stop()
    },
  }
}
