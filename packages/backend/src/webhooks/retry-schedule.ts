const FIRST_DELAY_MILLIS = 10_000
const GROWTH = 3
const LONGEST_DELAY_MILLIS = 12 * 3600 * 1000
const JITTER = 0.2

/** For how long an event is tried, in milliseconds of the service's clock. */
export const TRY_FOR_MILLIS = 3 * 24 * 3600 * 1000

/**
 * The wait after the `failures`th failure in a row, in whole milliseconds: 10 s, tripling to 12 h. Each is up to a
 * fifth shorter or longer so that concurrent failures do not return together. About thirteen tries in three days. A
 * receiver that asks for a longer wait gets it, up to the same 12 h.
 *
 * @param wait.random from 0 to 1
 * @param wait.requested the wait that the receiver asks for, in milliseconds
 */
export function retryDelay(
  failures: number,
  { random, requested = 0 }: { random: number; requested?: number },
): number {
  const delay = Math.min(FIRST_DELAY_MILLIS * GROWTH ** (failures - 1), LONGEST_DELAY_MILLIS)
  const own = Math.round(delay * (1 + JITTER * (2 * random - 1)))
  return Math.max(own, Math.min(requested, LONGEST_DELAY_MILLIS))
}
