import type { Logger } from 'pino'
import type { ServiceClock } from '../domain/service-clock.ts'
import type { PostgresStorage } from '../storage/postgres/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { holdWork } from '../worker/leader/leader.ts'
import { leaseAge } from '../worker/leader/lease.ts'
import { createPollingWorker } from '../worker/leader/polling-worker.ts'
import type { Worker } from '../worker/start-worker.ts'
import type { ServiceCore } from './service-core.ts'

/**
 * A process on a database that others share: it does the work while it holds the lease.
 *
 * @param parameters.begin starts the work on storage that refuses every unit once another process has the lease
 */
export async function workUnderLease(parameters: {
  shared: PostgresStorage
  begin: (own: Storage) => Promise<Worker>
  clock: ServiceClock
  log: Logger
}): Promise<Pick<ServiceCore, 'worker' | 'leadership' | 'finish' | 'stop'>> {
  const { shared, begin, clock, log } = parameters
  const stopping = new AbortController()
  let begun: Worker | null = null
  const work = await holdWork({
    leases: shared.leases,
    onGain: async lease => {
      begun = await begin(shared.fenced(lease))
    },
    onLoss: async () => {
      const left = begun
      begun = null
      await left?.stop()
    },
    log,
  })
  return {
    leadership: { isLeader: () => begun !== null, leaseAge: () => leaseAge(shared.leases) },
    worker: createPollingWorker({
      storage: shared,
      clock,
      own: () => begun?.chainWork ?? null,
      stopping: stopping.signal,
    }),
    finish: async () => {
      stopping.abort()
      await begun?.stop()
    },
    stop: async () => {
      stopping.abort()
      await work.stop()
    },
  }
}
