import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { OptionError } from '../../options/option-error.ts'
import type { HeldLease, Leases } from '../../storage/postgres/postgres-leases.ts'
import { hasEmbeddedChain, nameHolder } from './lease-holder.ts'

/** A holder that is not heard of for this long has lost the lease, by the database's clock. */
const LEASE_SECONDS = 5
const RENEW_MILLIS = 1_000

/** How often a process that has not got the lease looks for it, in milliseconds of real time. */
export const POLL_MILLIS = 250

/** So long a start waits for the lease of a process that may have died elsewhere: as long as that can last, and a little more. */
const START_MILLIS = LEASE_SECONDS * 1_000 + 2_000

/** The lease of the database's whole work: due work, every operator's transactions and ledger, webhooks. */
const WORK = 'work'

/** Seconds since the lease was renewed, or null where no process ever held it. */
export async function leaseAge(leases: Pick<Leases, 'read'>): Promise<number | null> {
  const state = await leases.read(WORK)
  return state && LEASE_SECONDS - state.secondsLeft
}

/** Takes the lease if no process has it. */
export async function takeLease(leases: Leases, holder: string): Promise<HeldLease | null> {
  const state = await leases.read(WORK)
  return state && !state.expired ? null : leases.take(WORK, holder, LEASE_SECONDS)
}

/**
 * Takes the lease at a start. An embedded chain belongs to one process: beside such a holder, or for such a chain, the lease is waited
 * for, as it can be had soon when its holder has died without a word.
 *
 * @returns null where another process holds it that can be followed
 * @throws {OptionError} when a process that cannot be followed goes on
 */
export async function takeLeaseAtStart(
  leases: Leases,
  holder: string,
  log: Logger,
): Promise<HeldLease | null> {
  const deadline = performance.now() + START_MILLIS
  for (let logged = false; ; logged = true) {
    const lease = await takeLease(leases, holder)
    if (lease !== null) return lease
    const other = (await leases.read(WORK))?.holder ?? holder
    if (![holder, other].some(hasEmbeddedChain)) return null
    if (performance.now() > deadline) {
      throw new OptionError(
        `This database is in use by ${nameHolder(other)}, and an embedded chain belongs to one process. Stop that one, or start a chain of its own and pass --rpc-url to both.`,
      )
    }
    if (!logged)
      log.warn(
        { holder: nameHolder(other) },
        'another process has this database: waiting for its lease to end',
      )
    await delay(POLL_MILLIS)
  }
}

export type KeptLease = ReturnType<typeof keepLease>

/** Renews a lease until it is lost or released. */
export function keepLease(leases: Leases, lease: HeldLease, log: Logger) {
  const releasing = new AbortController()
  const lost = renewUntilLost(leases, lease, releasing.signal)
  return {
    /** Resolves when the lease is over: true when it was lost. Another process may have it then. */
    lost,
    /** Releases it, so that the next process need not wait for its end. */
    release: async () => {
      releasing.abort()
      if (await lost) return
      await leases.release(lease).catch(error => log.warn({ err: error }, 'the lease could not be released'))
    },
  }
}

/** A database that cannot be asked for as long as a lease lasts must be believed to have given it away. */
async function renewUntilLost(leases: Leases, lease: HeldLease, releasing: AbortSignal): Promise<boolean> {
  let renewedAt = performance.now()
  for (;;) {
    await delay(RENEW_MILLIS, undefined, { signal: releasing }).catch(() => {})
    if (releasing.aborted) return false
    const sentAt = performance.now()
    const renewed = await leases.renew(lease, LEASE_SECONDS).catch(() => null)
    if (renewed) renewedAt = sentAt
    else if (renewed === false || sentAt - renewedAt > LEASE_SECONDS * 1_000) return true
  }
}
