const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000

/**
 * How long to wait before attempt `attempt` + 1, in milliseconds.
 *
 * A `Retry-After` is honoured and never undercut: up to a quarter is added, so that clients told the same thing do not return
 * together. Without one the wait doubles from 0.5 s to 8 s, of which half to all is taken. `random` is in [0, 1).
 */
export function retryDelayMs(attempt: number, retryAfterSeconds: number | undefined, random: number): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 * (1 + random / 4)
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS)
  return backoff * (0.5 + random / 2)
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110, section 10.2.3), or `undefined` when unreadable. */
export function parseRetryAfter(value: string | null, unixMs: number): number | undefined {
  if (value === null) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value)
  const instant = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? undefined : Math.max(0, (instant - unixMs) / 1000)
}
