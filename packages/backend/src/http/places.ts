import { ApiError } from '../domain/api-error.ts'
import type { Owner } from '../routes/route.ts'

/** Requests that wait on the chain's endpoints at once. */
const ALL = 100
/** Of them, those about one session. */
const OF_A_SESSION = 2

export type Places = ReturnType<typeof createPlaces>

type Waiting = Owner & { enter: () => void; refuse: () => void }

/**
 * The places in which requests wait on endpoints. A free place goes to the merchant who holds the fewest, so that
 * neither a merchant nor a slow endpoint fills them for another merchant. A service with one merchant gives it all of
 * them (docs/money.md, rule 50).
 */
export function createPlaces(all = ALL, ofASession = OF_A_SESSION) {
  const holders: Owner[] = []
  const waiting: Waiting[] = []
  const heldBy = (merchant: string) => holders.filter(holder => holder.merchant === merchant).length
  const mayEnter = ({ merchant, session }: Owner) => {
    const own = holders.filter(holder => holder.session === session && holder.merchant === merchant)
    return own.length < ofASession
  }

  const admit = () => {
    while (holders.length < all) {
      const ready = waiting.filter(mayEnter)
      const [next] = ready.toSorted((a, b) => heldBy(a.merchant) - heldBy(b.merchant))
      if (next === undefined) return
      waiting.splice(waiting.indexOf(next), 1)
      holders.push(next)
      next.enter()
    }
  }

  const enter = (holder: Owner) =>
    new Promise<Owner>((resolve, reject) => {
      const place = { ...holder, enter: () => resolve(place), refuse: () => reject(busy()) }
      waiting.push(place)
      admit()
      const own = waiting.filter(({ merchant }) => merchant === holder.merchant)
      if (own.length > all) refuse(latestOfMost(own))
    })

  const refuse = (one: Waiting) => {
    waiting.splice(waiting.indexOf(one), 1)
    one.refuse()
  }

  return {
    /**
     * Runs `work` in a place of its own, which it waits for while all are taken.
     *
     * @throws {ApiError} `chain_unavailable` when more requests of the merchant wait than there are places: for the latest of the session
     *   that waits with the most
     */
    hold: async <T>(holder: Owner, work: () => Promise<T>): Promise<T> => {
      const place = await enter(holder)
      try {
        return await work()
      } finally {
        holders.splice(holders.indexOf(place), 1)
        admit()
      }
    },
  }
}

/** Of the session that waits with the most requests the last: one page must not fill the queue for a merchant's other subscribers. */
function latestOfMost(waiting: readonly Waiting[]): Waiting {
  const ofSession = Map.groupBy(waiting, ({ session }) => session)
  const [most] = [...ofSession.values()].toSorted((a, b) => a.length - b.length).slice(-1)
  return (most as Waiting[]).at(-1) as Waiting
}

/** Runs work in a place of this owner, or at once without one. */
export function holdPlace<T>(places: Places, owner: Owner | null, work: () => Promise<T>): Promise<T> {
  return owner === null ? work() : places.hold(owner, work)
}

function busy(): ApiError {
  return new ApiError(
    'chain_unavailable',
    'The chain responds slowly, and too many requests of this merchant wait for it. Try again shortly.',
    { retryAfter: 1 },
  )
}
