import { ApiError } from '../domain/api-error.ts'

type Bucket = { tokens: number; filledAt: number }

/** Buckets kept before full ones, which mean nothing, are thrown away. */
const MAX_BUCKETS = 10_000

export type TokenBuckets = {
  /** Takes one token of the key's bucket. @throws {ApiError} `rate_limit_exceeded` with the whole seconds to wait, rounded up */
  take(key: string): void
}

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
): TokenBuckets {
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
    take: key => {
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
        const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
        throw new ApiError('rate_limit_exceeded', 'Too many requests. Wait as long as Retry-After says.', {
          retryAfter,
        })
      }
      bucket.tokens -= 1
    },
  }
}
