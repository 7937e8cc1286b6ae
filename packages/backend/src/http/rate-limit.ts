import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import type { Owner, Route } from '../routes/route.ts'

const SESSION_READS_PER_SECOND = 20
const SESSION_EFFECTS = { capacity: 10, perSecond: 2 }
/** The effects of a merchant's sessions together: a session id is easy to get from a shop. */
const MERCHANT_EFFECTS_PER_SECOND = 50
const SIGN_INS_PER_MINUTE = 10
const PAGES_PER_SECOND = 100

/** Takes the cost of a request from each bucket that pays for it. @throws {ApiError} `rate_limit_exceeded` */
export type RateLimit = {
  call(route: Pick<Route, 'auth' | 'method' | 'operationId' | 'signIn'>, owner: Owner | null): void
  /** A page of the service itself, which needs no key. */
  page(): void
}

/**
 * A bucket per merchant and mode for requests with a key. Client routes have buckets of their own, per session and per merchant, and
 * pages of documentation another (docs/money.md, rule 50). `rateLimit` null switches all of them off.
 */
export function createRateLimit({ rateLimit }: Pick<Deps['config'], 'rateLimit'>): RateLimit {
  if (rateLimit === null) return { call: () => {}, page: () => {} }
  const merchants = createTokenBuckets(rateLimit, rateLimit)
  const reads = createTokenBuckets(SESSION_READS_PER_SECOND, SESSION_READS_PER_SECOND)
  const effects = createTokenBuckets(SESSION_EFFECTS.capacity, SESSION_EFFECTS.perSecond)
  const merchantEffects = createTokenBuckets(MERCHANT_EFFECTS_PER_SECOND, MERCHANT_EFFECTS_PER_SECOND)
  const signIns = createTokenBuckets(SIGN_INS_PER_MINUTE, SIGN_INS_PER_MINUTE / 60)
  const pages = createTokenBuckets(PAGES_PER_SECOND, PAGES_PER_SECOND)
  return {
    call: (route, owner) => {
      if (owner === null) return
      const { merchant, session } = owner
      if (route.auth === 'secret') return merchants.take(merchant)
      if (route.method === 'GET') return reads.take(session)
      // In this order, a refusal of one session costs the merchant's other sessions nothing.
      effects.take(session)
      if (route.signIn) signIns.take(`${route.operationId} ${session}`)
      merchantEffects.take(merchant)
    },
    page: () => pages.take(''),
  }
}

type Bucket = { tokens: number; filledAt: number }

/** Buckets kept before full ones, which mean nothing, are thrown away. */
const MAX_BUCKETS = 10_000

/**
 * Token buckets in memory: `capacity` at once, refilled evenly at `perSecond`. Real monotonic time, never the service's
 * clock: a stopped clock must not lock out any caller (docs/money.md, rule 12).
 *
 * @param monotonicMillis where real time comes from, in milliseconds
 */
export function createTokenBuckets(
  capacity: number,
  perSecond: number,
  monotonicMillis: () => number = () => performance.now(),
) {
  const buckets = new Map<string, Bucket>()
  let most = MAX_BUCKETS

  const fill = (bucket: Bucket, now: number) => {
    const gained = ((now - bucket.filledAt) / 1000) * perSecond
    bucket.tokens = Math.min(capacity, bucket.tokens + gained)
    bucket.filledAt = now
  }

  const forgetFull = (now: number) => {
    for (const [key, bucket] of buckets) {
      fill(bucket, now)
      if (bucket.tokens >= capacity) buckets.delete(key)
    }
  }

  return {
    /** Takes one token of the key's bucket. @throws {ApiError} `rate_limit_exceeded` with the whole seconds to wait, rounded up */
    take: (key: string) => {
      const now = monotonicMillis()
      if (buckets.size >= most) {
        forgetFull(now)
        // Where few are full, not every request looks through all of them.
        most = Math.max(MAX_BUCKETS, 2 * buckets.size)
      }
      const bucket = buckets.get(key) ?? { tokens: capacity, filledAt: now }
      buckets.set(key, bucket)
      fill(bucket, now)
      if (bucket.tokens < 1) {
        const retryAfter = Math.ceil((1 - bucket.tokens) / perSecond)
        throw new ApiError('rate_limit_exceeded', 'Too many requests. Wait as long as Retry-After says.', {
          retryAfter,
        })
      }
      bucket.tokens -= 1
    },
  }
}
