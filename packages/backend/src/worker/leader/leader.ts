import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { HeldLease, Leases } from '../../storage/postgres-leases.ts'
import { type KeptLease, keepLease, LOOK_MILLIS, takeLease, takeLeaseOrFollow } from './lease.ts'
import { describeHolder } from './lease-holder.ts'

/** After a failure to lead a process leaves the others this much time, in milliseconds of real time. */
const FAILED_MILLIS = 1_000

export type Leadership = {
  /** Ends the work and lets the lease go. */
  stop(): Promise<void>
}

/**
 * Keeps trying to be the one process of a database that does its work, until it is stopped (docs/money.md, rule 28). A leader
 * that ends on this machine is followed at the next look, any other when its lease has run out.
 *
 * @param onGain begins the work; the lease is renewed meanwhile. Failing gives the lease back; the very first attempt's failure is
 *   thrown
 * @param onLoss ends the work. Somebody else may have begun it already: units of work are refused by the fencing token, not by this
 */
export async function lead(parameters: {
  leases: Leases
  onGain: (lease: HeldLease) => Promise<void>
  onLoss: () => Promise<void>
  log: Logger
}): Promise<Leadership> {
  const { leases, onGain, onLoss, log } = parameters
  const holder = describeHolder({ embedded: false })
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  let held: KeptLease | null = null

  const begin = async (lease: HeldLease) => {
    const kept = keepLease(leases, lease, log)
    try {
      await onGain(lease)
    } catch (error) {
      await kept.release()
      throw error
    }
    held = kept
    log.info({ token: lease.token }, 'this process leads')
  }

  const follow = async () => {
    let pause = LOOK_MILLIS
    while (held === null) {
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        const lease = await takeLease(leases, holder)
        if (lease !== null) await begin(lease)
        pause = LOOK_MILLIS
      } catch (error) {
        if (pause === LOOK_MILLIS) log.error({ err: error }, 'this process cannot lead, and goes on trying')
        pause = FAILED_MILLIS
      }
    }
  }

  const work = async () => {
    for (;;) {
      if (held === null) await follow()
      if (held === null) return
      const lost = await Promise.race([held.lost, stopped])
      if (lost !== true) return
      held = null
      log.warn('another process leads now')
      await onLoss()
    }
  }

  const first = await takeLeaseOrFollow(leases, holder, log)
  if (first !== null) await begin(first)
  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      await working
      if (held === null) return
      await onLoss()
      await held.release()
    },
  }
}
