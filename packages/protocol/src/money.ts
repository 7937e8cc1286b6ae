import { Decimal } from 'decimal.js'

/** Decimals of the billing token: one base unit ("wei" on the wire) is 0.000001 AUSD. */
export const TOKEN_DECIMALS = 6

/** Decimals of `ratePerSecond` in the meter terms: 1e18 is one whole AUSD per second. */
export const RATE_DECIMALS = 18

/** Basis points in a whole: a fee of 100 is one per cent. */
export const BASIS_POINTS = 10_000n

export const MAX_RATE_CHARACTERS = 100
const MAX_RATE_INTEGER_DIGITS = 15
const MAX_RATE_FRACTION_DIGITS = 18
/** The units of a rate in the terms (1e-18 AUSD) in one base unit of the token (1e-6 AUSD). */
export const RATE_UNITS_PER_BASE_UNIT = 10n ** BigInt(RATE_DECIMALS - TOKEN_DECIMALS)

// The library's defaults are wrong for money: 20 digits lose exactness and small values print with an exponent.
const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_DOWN, toExpNeg: -1000, toExpPos: 1000 })

/** Why a rate was refused: not a plain decimal string, or more digits than a rate may carry. */
export type RateProblem = 'malformed' | 'out_of_range'

/**
 * Returns why a rate is refused, or `null` when it may be used.
 *
 * A rate is a decimal string `^\d+(\.\d+)?$` of at most 100 characters. It has at most 15 integer and 18 fraction
 * digits, without leading integer zeros and trailing fraction zeros (docs/money.md, rule 40). `"0"` is legal.
 */
export function rateProblem(rate: string): RateProblem | null {
  if (!isDecimalString(rate)) return 'malformed'
  if (rate.length > MAX_RATE_CHARACTERS) return 'out_of_range'
  const [integer = '', fraction = ''] = rate.split('.')
  const integerDigits = integer.replace(/^0+/, '').length
  const fractionDigits = fraction.replace(/0+$/, '').length
  return integerDigits > MAX_RATE_INTEGER_DIGITS || fractionDigits > MAX_RATE_FRACTION_DIGITS
    ? 'out_of_range'
    : null
}

/** A plain decimal: digits, and after an optional dot more digits. No sign, no exponent, no spaces. */
export const DECIMAL_STRING = /^\d+(\.\d+)?$/

export function isDecimalString(value: string): boolean {
  return DECIMAL_STRING.test(value)
}

/** The shortest form of a decimal string: no idle zeros, no exponent, `"0"` for zero. Exact. */
export function canonicalDecimal(value: string): string {
  return new Exact(value).toFixed()
}

/** A rate in token base units per second, exact: `"277"` for whole units, `"3.85"` for finer rates. */
export function rateInBaseUnits(rateUsd: string): string {
  return new Exact(rateUsd).times(new Exact(`1e${TOKEN_DECIMALS}`)).toFixed()
}

/** A rate in units of 1e-18 AUSD per second, as the meter terms carry it. Exact for every rate that {@link rateProblem} accepts. */
export function rateInTermsUnits(rateUsd: string): bigint {
  return BigInt(new Exact(rateUsd).times(new Exact(`1e${RATE_DECIMALS}`)).toFixed())
}

/** A rate in AUSD per second from the units of the meter terms (1e-18 AUSD), as a canonical decimal. Exact. */
export function rateFromTermsUnits(ratePerSecond: bigint): string {
  return new Exact(ratePerSecond.toString()).times(new Exact(`1e-${RATE_DECIMALS}`)).toFixed()
}

/** Rate × seconds as an exact canonical decimal of AUSD, also below one base unit. `seconds` may be a decimal string. */
export function exactCost(rateUsd: string, seconds: number | string): string {
  return new Exact(rateUsd).times(seconds).toFixed()
}

/** The deposit that covers `seconds` at `ratePerSecond` (1e-18 AUSD), in base units, rounded **up** (docs/money.md, rule 3). */
export function depositInBaseUnits(ratePerSecond: bigint, seconds: number): bigint {
  const exact = ratePerSecond * BigInt(seconds)
  return (exact + RATE_UNITS_PER_BASE_UNIT - 1n) / RATE_UNITS_PER_BASE_UNIT
}

/** The total cost of `seconds` at `ratePerSecond` (1e-18 AUSD) in base units, rounded **down**: never above exact. */
export function dueInBaseUnits(ratePerSecond: bigint, seconds: number): bigint {
  return (ratePerSecond * BigInt(seconds)) / RATE_UNITS_PER_BASE_UNIT
}

/**
 * The fee contained in a total of `gross` base units, rounded **down**. Apply it to lifetime totals and take differences: a fee
 * per settlement would lose the remainders.
 */
export function feeInBaseUnits(gross: bigint, feeBps: number): bigint {
  return (gross * BigInt(feeBps)) / BASIS_POINTS
}

/** Base units as a canonical decimal of AUSD: `1000000n` is `"1"`, `277n` is `"0.000277"`. Exact. */
export function usdFromBaseUnits(baseUnits: bigint): string {
  return new Exact(baseUnits.toString()).times(new Exact(`1e-${TOKEN_DECIMALS}`)).toFixed()
}

/**
 * Base units from a decimal string of AUSD, or `null` when the string is malformed or finer than a base unit: an amount is
 * never rounded silently.
 */
export function baseUnitsFromUsd(usd: string): bigint | null {
  if (!isDecimalString(usd)) return null
  const units = new Exact(usd).times(new Exact(`1e${TOKEN_DECIMALS}`))
  return units.isInteger() ? BigInt(units.toFixed()) : null
}

/** A decimal string with so many decimals, rounded half up, or down. */
export function roundDecimal(value: string, decimals: number, to: 'nearest' | 'lower'): string {
  const rounding = to === 'nearest' ? Decimal.ROUND_HALF_UP : Decimal.ROUND_DOWN
  return new Exact(value).toFixed(decimals, rounding)
}

/** Compares two decimal strings exactly: negative when `a` is smaller, zero when equal in value, positive when larger. */
export function compareDecimals(a: string, b: string): number {
  return new Exact(a).comparedTo(b)
}

/** `a − b` as an exact canonical decimal, with a leading minus when `b` is larger. */
export function subtractDecimals(a: string, b: string): string {
  return new Exact(a).minus(b).toFixed()
}

/** `a + b` as a canonical decimal, exact. */
export function addDecimals(a: string, b: string): string {
  return new Exact(a).plus(b).toFixed()
}
