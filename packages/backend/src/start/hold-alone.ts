import type { Logger } from 'pino'
import { OptionError } from '../options/option-error.ts'
import type { PostgresStorage } from '../storage/postgres/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { keepLease, takeLease } from '../worker/leader/lease.ts'
import { describeHolder } from '../worker/leader/lease-holder.ts'

/**
 * Holds a database that other processes may use, for work that is done beside no service.
 *
 * @returns storage that writes only while no other process has taken the lease
 * @throws {OptionError} while a process of the service runs on it
 */
export async function holdAlone(
  { leases, fenced }: PostgresStorage,
  log: Logger,
): Promise<{ storage: Storage; release: () => Promise<void> }> {
  const lease = await takeLease(leases, describeHolder({ embedded: false }))
  if (lease === null)
    throw new OptionError(
      'The service runs on this database. Stop all of its processes first; after a kill wait five seconds.',
    )
  return { storage: fenced(lease), release: keepLease(leases, lease, log).release }
}
