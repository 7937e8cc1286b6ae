import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { COMMON_LEASE } from '../../domain/leadership.ts'
import type { HeldLease, Leases } from '../../storage/postgres-leases.ts'
import { isFree, type KeptLease, keepLease, LOOK_MILLIS, takeCommonOrFollow, takeLease } from './lease.ts'
import { describeHolder } from './lease-holder.ts'
import { retireOneLease } from './retire-one-lease.ts'

/** After a failure to begin a process leaves the others this much time, in milliseconds of real time. */
const FAILED_MILLIS = 1_000

export type HeldWork = {
  /** Ends the work and lets the leases go. */
  stop(): Promise<void>
}

/**
 * Keeps trying to be the one process of a database that does each part of its work, until it is stopped (docs/money.md, rules 28 and 76).
 * What a process held that ends on this machine is taken at the next look, any other when its lease has run out; by whoever holds
 * least, because one that holds more waits longer before it takes another.
 *
 * @param shards the leases of the operators; that of the common work is always wanted
 * @param onGain begins the work; the lease is renewed meanwhile. Failing gives the lease back; the very first attempt's failure is
 *   thrown
 * @param onLoss ends the work, if it goes on. Somebody else may have begun it already: units of work are refused by the fencing token, not by this
 */
export async function holdWork(parameters: {
  leases: Leases
  shards: readonly string[]
  onGain: (lease: HeldLease) => Promise<void>
  onLoss: (id: string) => Promise<void>
  log: Logger
}): Promise<HeldWork> {
  const { leases, shards, onGain, onLoss, log } = parameters
  const wanted = [COMMON_LEASE, ...shards]
  const holder = describeHolder({ embedded: false })
  const stopping = new AbortController()
  const pause = (millis: number) => delay(millis, undefined, { signal: stopping.signal }).catch(() => {})
  const held = new Map<string, KeptLease>()

  const begin = async (lease: HeldLease) => {
    const kept = keepLease(leases, lease, log)
    try {
      await onGain(lease)
    } catch (error) {
      await kept.release()
      throw error
    }
    held.set(lease.id, kept)
    log.info({ lease: lease.id, token: lease.token }, 'this process does the work of a lease')
    void kept.lost.then(async lost => {
      if (!lost) return
      log.warn({ lease: lease.id }, 'another process does the work of a lease now')
      await onLoss(lease.id)
      held.delete(lease.id)
    })
  }
  const letGo = async () => {
    await Promise.all(
      [...held].map(async ([id, kept]) => {
        await onLoss(id)
        await kept.release()
      }),
    )
  }

  /** One at a time, so that others have their turn. */
  const takeOne = async () => {
    for (const id of wanted) {
      if (held.has(id) || !(await isFree(leases, id))) continue
      await pause(LOOK_MILLIS * held.size)
      if (stopping.signal.aborted) return
      const lease = await takeLease(leases, id, holder)
      if (lease === null) continue
      await begin(lease)
      return
    }
  }

  const work = async () => {
    for (let wait = LOOK_MILLIS; ; ) {
      await pause(wait)
      if (stopping.signal.aborted) return
      try {
        await takeOne()
        wait = LOOK_MILLIS
      } catch (error) {
        if (wait === LOOK_MILLIS) log.error({ err: error }, 'this process cannot lead, and goes on trying')
        wait = FAILED_MILLIS
      }
    }
  }

  await retireOneLease(leases)
  try {
    const common = await takeCommonOrFollow(leases, holder, log)
    if (common !== null) await begin(common)
    for (const id of shards) {
      const lease = await takeLease(leases, id, holder)
      if (lease !== null) await begin(lease)
    }
  } catch (error) {
    await letGo()
    throw error
  }
  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      await working
      await letGo()
    },
  }
}
