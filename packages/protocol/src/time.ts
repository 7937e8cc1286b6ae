/** Whole seconds since 1970-01-01T00:00:00Z, the only instant on the wire. */
export type UnixSeconds = number

/** Milliseconds since 1970-01-01T00:00:00Z, how instants are stored: seconds of a meter are floored once over its whole life. */
export type UnixMillis = number

/** Shortest and longest cap a subscriber may choose, in seconds: one minute and 30 days. */
export const MIN_DURATION_SECONDS = 60
export const MAX_DURATION_SECONDS = 2_592_000

/** How long a checkout session stays open, in seconds: 24 hours. */
export const SESSION_LIFETIME_SECONDS = 86_400

/** How far ahead a signature is asked for, in seconds: from a plain or delegated key, and from a contract wallet. */
export const SIGN_BY_SECONDS = 900
export const CONTRACT_SIGN_BY_SECONDS = 1_800

/** How long a client token outlasts its meter, in seconds (docs/money.md, rule 49). */
export const TOKEN_AFTER_END_SECONDS = 86_400

/** The units a duration can be typed in, smallest first, with their length in seconds. */
export const DURATION_UNITS = [
  { unit: 'seconds', seconds: 1 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'hours', seconds: 3_600 },
  { unit: 'days', seconds: 86_400 },
] as const

export type DurationUnit = (typeof DURATION_UNITS)[number]['unit']

/** The whole second an instant falls into, rounded **down**. */
export function toUnixSeconds(instant: UnixMillis): UnixSeconds {
  return Math.floor(instant / 1000)
}

/** The first millisecond of a second. */
export function toUnixMillis(instant: UnixSeconds): UnixMillis {
  return instant * 1000
}
