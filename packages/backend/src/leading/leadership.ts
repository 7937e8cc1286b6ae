import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { HeldLease, Leases } from '../storage/postgres-leases.ts'
import { describeProcess, hasEnded } from './process-holder.ts'

/** One lease for all chains and all due work of a database: whoever holds it sends, settles and delivers. */
const LEASE = 'leader'

/** A holder that is not heard of for this long has lost the lease, by the database's clock. */
const LEASE_SECONDS = 5
const RENEW_MS = 1_000
const LOOK_MS = 250

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
 * @param onLoss ends the work. Somebody else may have begun it already: units of work are refused by the lease, not by this
 */
export async function lead(parameters: {
  leases: Leases
  onGain: (lease: HeldLease) => Promise<void>
  onLoss: () => Promise<void>
  log: Logger
}): Promise<Leadership> {
  const { leases, onGain, onLoss, log } = parameters
  const holder = describeProcess()
  const stopping = new AbortController()
  let held: HeldLease | null = null
  let renewing: Promise<void> = Promise.resolve()

  const pause = (millis: number) => delay(millis, undefined, { signal: stopping.signal }).catch(() => {})

  const take = async (): Promise<HeldLease | null> => {
    const state = await leases.look(LEASE)
    if (state && !state.expired && !hasEnded(state.holder)) return null
    return leases.take(LEASE, holder, LEASE_SECONDS, state?.holder)
  }

  /** Ends when the lease is lost or let go. A database that cannot be asked for so long must be believed to have given it away. */
  const renewWhileHeld = async (lease: HeldLease) => {
    let renewedAt = performance.now()
    while (held === lease) {
      await pause(RENEW_MS)
      if (stopping.signal.aborted || held !== lease) return
      const asked = performance.now()
      const renewed = await leases.renew(lease, LEASE_SECONDS).catch(() => null)
      if (renewed) renewedAt = asked
      else if (renewed === false || asked - renewedAt > LEASE_SECONDS * 1_000) held = null
    }
  }

  const letGo = async (lease: HeldLease) => {
    held = null
    await leases.release(lease).catch(error => log.warn({ err: error }, 'the lease could not be released'))
  }

  const begin = async (lease: HeldLease) => {
    held = lease
    renewing = renewWhileHeld(lease)
    try {
      await onGain(lease)
    } catch (error) {
      await letGo(lease)
      throw error
    }
    if (held !== lease) return onLoss()
    log.info({ token: lease.token }, 'this process leads')
  }

  const run = async () => {
    let failing = false
    while (!stopping.signal.aborted) {
      if (held) {
        await renewing
        if (stopping.signal.aborted) return
        log.warn('another process leads now')
        await onLoss()
        continue
      }
      await pause(LOOK_MS)
      if (stopping.signal.aborted) return
      try {
        const lease = await take()
        if (lease) await begin(lease)
        failing = false
      } catch (error) {
        if (!failing) log.error({ err: error }, 'this process cannot lead, and goes on trying')
        failing = true
        await pause(RENEW_MS)
      }
    }
  }

  const first = await take()
  if (first) await begin(first)
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      if (!held) return
      await onLoss()
      await letGo(held)
    },
  }
}
