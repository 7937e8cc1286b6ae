import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { COMMON_LEASE } from '../../domain/leadership.ts'
import type { HeldLease, Leases } from '../../storage/postgres/postgres-leases.ts'
import { holderOf, type KeptLease, keepLease, LOOK_MILLIS, takeCommonOrFollow, takeLease } from './lease.ts'
import { describeHolder } from './lease-holder.ts'
import { retireOneLease } from './retire-one-lease.ts'
import { createWanting } from './wanting.ts'

/** After a failure to begin, a process leaves the others so much time, in milliseconds of real time. */
const FAILED_MILLIS = 1_000

export type HeldWork = {
  /** Ends the work and lets the leases go. */
  stop(): Promise<void>
}

/**
 * Keeps trying to be the one process of a database that does each part of its work, until it is stopped (docs/money.md, rules 28 and 77).
 * What a process held that ends on this machine is taken at the next look, any other when its lease has run out; by whoever holds
 * least, because one that holds more waits longer before it takes another. A process that comes later is given some.
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
  const failing = new Set<string>()
  const wanting = createWanting(leases)

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

  const giveUp = async (id: string, kept: KeptLease) => {
    held.delete(id)
    await onLoss(id)
    await kept.release()
    log.info({ lease: id }, 'this process leaves a lease to another, which has less to do')
  }

  /**
   * One at a time, so that others have their turn.
   *
   * @param others what is left to others
   * @returns whether it has one more
   */
  const takeOne = async (others: readonly string[]) => {
    for (const id of wanted) {
      if (held.has(id) || others.includes(id) || (await holderOf(leases, id)) !== null) continue
      await pause(LOOK_MILLIS * held.size)
      if (stopping.signal.aborted) return false
      const lease = await takeLease(leases, id, holder)
      if (lease === null) continue
      try {
        await begin(lease)
        failing.delete(id)
        return true
      } catch (error) {
        if (!failing.has(id)) log.error({ err: error, lease: id }, 'work cannot begin, and is tried again')
        failing.add(id)
        await wanting.withdraw()
        await pause(FAILED_MILLIS)
      }
    }
    return false
  }

  /** Whoever has least goes first, and is given one that it wants by whoever has at least two more: so it ends, with nobody idle. */
  const share = async () => {
    const least = await wanting.ofOther()
    const given = [...held].findLast(([id]) => least?.wants.includes(id))
    if (given && least && held.size >= least.holds + 2) return giveUp(...given)
    const others = least && least.holds < held.size ? least.wants : []
    if (await takeOne(others)) await wanting.withdraw()
    // Only then can another have two more; and whoever cannot begin is given nothing that somebody else does.
    else if (failing.size === 0 && wanted.length >= 2 * held.size + 2)
      await wanting.announce({ holds: held.size, wants: wanted.filter(id => !held.has(id)) })
  }

  const work = async () => {
    while (!stopping.signal.aborted) {
      await pause(LOOK_MILLIS)
      // A database that does not answer is asked again.
      if (!stopping.signal.aborted) await share().catch(() => {})
    }
    await wanting.withdraw().catch(() => {})
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
