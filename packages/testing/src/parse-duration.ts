import { TestingError } from './testing-error.ts'

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/** A whole number and its unit, such as `90s`, `15m`, `1h` or `30d`. */
export type Duration = `${number}${keyof typeof SECONDS}`

/** The most that the clock advances at once: ten years. */
const MOST_SECONDS = 315_360_000

/**
 * How many seconds that is: 1 to 315,360,000 (ten years).
 *
 * @throws {TestingError} `duration_invalid`
 */
export function parseDuration(duration: Duration): number {
  const [, count = '', unit = 's'] = /^(\d{1,9})([smhd])$/.exec(duration) ?? []
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS]
  if (seconds >= 1 && seconds <= MOST_SECONDS) return seconds
  throw new TestingError(
    'duration_invalid',
    `${JSON.stringify(duration)} is no duration. Write a whole number and its unit, s, m, h or d, such as "90s" or "1h"; one second to ten years.`,
  )
}
