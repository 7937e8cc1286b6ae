import { formatInstant } from '../format/format-instant.ts'

/** The last second that a date can hold. */
const LAST = 8_640_000_000_000

/** A block's time for people. An impossible time of an endpoint stays a number of seconds. */
export function formatBlockTime(seconds: number): string {
  return seconds <= LAST ? formatInstant(seconds, 'en') : `second ${seconds}`
}
