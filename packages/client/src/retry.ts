const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000

/** The longest `Retry-After` that is waited for; a service that asks for more gets its error passed on at once. */
const LONGEST_RETRY_AFTER_SECONDS = 60

/**
 * How long to wait before attempt `attempt` + 1, in milliseconds, or `null` when asked to wait too long.
 *
 * A `Retry-After` is honoured and never undercut: up to a quarter is added, so that clients told the same thing do not return
 * together. Without one the wait doubles from 0.5 s to 8 s, of which half to all is taken. `random` is in [0, 1).
 */
export function retryDelayMs(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | null {
  if (retryAfterSeconds === undefined) {
    const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS)
    return backoff * (0.5 + random / 2)
  }
  return retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS ? null : retryAfterSeconds * 1000 * (1 + random / 4)
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110, section 10.2.3), or `undefined` when unreadable. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value)
  const instant = Date.parse(value)
  return Number.isNaN(instant) ? undefined : Math.max(0, (instant - now) / 1000)
}
