import type { Logger } from 'pino'
import { COMMON_LEASE } from '../domain/leadership.ts'
import { OptionError } from '../options/option-error.ts'
import type { PostgresStorage } from '../storage/postgres/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { type KeptLease, keepLease, takeLease } from '../worker/leader/lease.ts'
import { describeHolder } from '../worker/leader/lease-holder.ts'
import { retireOneLease } from '../worker/leader/retire-one-lease.ts'

/**
 * Holds a database that other processes may use, for work that is done beside no service.
 *
 * @param shards the leases of the operators whose keys are used meanwhile
 * @returns storage that writes only while nobody else has taken the lease: of the common work, or of a shard
 * @throws {OptionError} while a process of the service runs on it
 */
export async function holdAlone(
  shared: PostgresStorage,
  shards: readonly string[],
  log: Logger,
): Promise<{ storage: Storage; shard: (id: string) => Storage; release: () => Promise<void> }> {
  const { leases, fenced } = shared
  const holder = describeHolder({ embedded: false })
  await retireOneLease(leases)
  const held = new Map<string, { storage: Storage; kept: KeptLease }>()
  const release = async () => {
    for (const { kept } of held.values()) await kept.release()
  }
  for (const id of [COMMON_LEASE, ...shards]) {
    const lease = await takeLease(leases, id, holder)
    if (lease === null) {
      await release()
      throw new OptionError(
        'The service runs on this database. Stop all of its processes first; after a kill wait five seconds.',
      )
    }
    held.set(id, { storage: fenced(lease), kept: keepLease(leases, lease, log) })
  }
  const storageOf = (id: string) => (held.get(id) as { storage: Storage }).storage
  return { storage: storageOf(COMMON_LEASE), shard: storageOf, release }
}
