import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { HeldLease, Leases } from '../../storage/postgres/postgres-leases.ts'
import { type KeptLease, keepLease, POLL_MILLIS, takeLease, takeLeaseAtStart } from './lease.ts'
import { describeHolder } from './lease-holder.ts'

/** After a failure to begin, a process leaves the others so much time, in milliseconds of real time. */
const FAILED_MILLIS = 1_000

/** Work that a process does while no other may do it. */
export type HeldWork<Work> = {
  /** The work, or null while another process does it. */
  current(): Work | null
  /** Ends the work, but keeps it from other processes for now: responses may still be on their way. */
  finish(): Promise<void>
  /** Ends the work and releases the lease. */
  stop(): Promise<void>
}

/** The work of a process that has its database to itself. */
export function holdForGood<Work extends { stop(): Promise<void> }>(work: Work): HeldWork<Work> {
  return { current: () => work, finish: work.stop, stop: work.stop }
}

/**
 * Keeps trying to be the one process of a database that does its work, until it is stopped (docs/money.md, rule 28). The
 * lease of another process is taken when it has run out, or was released.
 *
 * @param parameters.begin begins the work. The lease is renewed meanwhile. A failure gives the lease back. The failure
 * of the very first attempt is thrown. The work is stopped when the lease was lost. Another process may have begun it
 * already. The fencing token refuses units of work, but not this call
 */
export async function holdWork<Work extends { stop(): Promise<void> }>(parameters: {
  leases: Leases
  begin: (lease: HeldLease) => Promise<Work>
  log: Logger
}): Promise<HeldWork<Work>> {
  const { leases, begin, log } = parameters
  const holder = describeHolder({ embedded: false })
  const stopping = new AbortController()
  const pause = (millis: number) => delay(millis, undefined, { signal: stopping.signal }).catch(() => {})
  let held: KeptLease | null = null
  let current: Work | null = null
  let isFailing = false
  /** The end of work whose lease was lost. */
  let losing: Promise<void> = Promise.resolve()

  const lead = async (lease: HeldLease) => {
    const keptLease = keepLease(leases, lease, log)
    let begun: Work
    try {
      begun = await begin(lease)
    } catch (error) {
      await keptLease.release()
      throw error
    }
    held = keptLease
    current = begun
    log.info({ token: lease.token }, 'this process leads the database')
    void keptLease.lost.then(isLost => {
      if (!isLost) return
      log.warn('this process leads the database no longer')
      current = null
      losing = begun
        .stop()
        .catch(error => log.error({ err: error }, 'work of the lost lease ended with an error'))
        .finally(() => {
          held = null
        })
    })
  }

  const work = async () => {
    for (;;) {
      await pause(POLL_MILLIS)
      if (stopping.signal.aborted) return
      // A silent database is tried again.
      const lease = held === null ? await takeLease(leases, holder).catch(() => null) : null
      if (lease === null) continue
      try {
        await lead(lease)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.error({ err: error }, 'leader work cannot start, will retry')
        isFailing = true
        await pause(FAILED_MILLIS)
      }
    }
  }

  const first = await takeLeaseAtStart(leases, holder, log)
  if (first !== null) await lead(first)
  const working = work()
  const finish = async () => {
    await current?.stop()
  }
  return {
    current: () => current,
    finish,
    stop: async () => {
      stopping.abort()
      await working
      await losing
      await finish()
      await held?.release()
    },
  }
}
