import type { HeldLease, Leases } from '../../storage/postgres/postgres-leases.ts'
import { holderOf, LEASE_SECONDS, takeLease } from './lease.ts'
import { describeHolder, type Wish, wishOf } from './lease-holder.ts'

const WANTING_LEASE = 'wanting'

/** How a process that holds less than another says so: by a lease that permits nothing. One of them at a time. */
export type Wanting = {
  /** What another process has that wants more; null while nobody does. */
  ofOther(): Promise<Wish | null>
  /** Says that this one has so many, and which ones it would have. */
  announce(wish: Wish): Promise<void>
  withdraw(): Promise<void>
}

export function createWanting(leases: Leases): Wanting {
  let own: { lease: HeldLease; holds: number; until: number } | null = null
  const withdraw = async () => {
    if (own) await leases.release(own.lease)
    own = null
  }
  return {
    ofOther: async () => {
      const holder = await holderOf(leases, WANTING_LEASE)
      return holder === null || holder === own?.lease.holder ? null : wishOf(holder)
    },
    announce: async wish => {
      const isOver = own !== null && performance.now() >= own.until
      if (own?.holds === wish.holds && !isOver) return
      await withdraw()
      // Nobody may be able to grant it: others have their turn before it is said again.
      if (isOver) return
      const until = performance.now() + (LEASE_SECONDS * 1_000) / 2
      const lease = await takeLease(leases, WANTING_LEASE, describeHolder({ embedded: false, wish }))
      own = lease && { lease, holds: wish.holds, until }
    },
    withdraw,
  }
}
