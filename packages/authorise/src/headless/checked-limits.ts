import { compareDecimals, usdFromBaseUnits } from '@per-second/protocol/money'
import type { Address } from '@per-second/protocol/types'
import { isSameAddress } from '../chains/is-same-address.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import { decimal } from '../service/shape.ts'
import { isHexAddress } from '../signing/pins.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/** The limits of a program. A person reads the sum on screen, so a program must know its limit beforehand. */
export type MeterLimits = {
  /** The most that one meter may ever charge, deposit included, in AUSD. */
  maxEscrowUsd: string
  /** The only addresses that may be paid. */
  payees?: readonly Address[]
  /** The most that a second may cost, in AUSD. */
  maxRateUsdPerSecond?: string
}

const LIMITS = {
  maxEscrowUsd: true,
  payees: true,
  maxRateUsdPerSecond: true,
} satisfies Record<keyof MeterLimits, true>

/** @throws {AuthoriseError} `parameter_unknown`, or `parameter_invalid` for limits that are none */
export function checkedLimits(limits: MeterLimits): MeterLimits {
  refuseUnknown(limits ?? {}, LIMITS, 'limits')
  const { maxEscrowUsd, payees, maxRateUsdPerSecond } = (limits ?? {}) as Partial<MeterLimits>
  if (!decimal(maxEscrowUsd))
    throw invalid('limits.maxEscrowUsd', 'an amount of AUSD such as "2.50", and is required')
  if (maxRateUsdPerSecond !== undefined && !decimal(maxRateUsdPerSecond))
    throw invalid('limits.maxRateUsdPerSecond', 'an amount of AUSD such as "0.000277"')
  if (payees !== undefined && !(Array.isArray(payees) && payees.length > 0 && payees.every(isHexAddress)))
    throw invalid('limits.payees', 'a list of addresses')
  return limits
}

export function invalid(field: string, expected: string): AuthoriseError {
  return new AuthoriseError('parameter_invalid', `${field} must be ${expected}.`, { field })
}

/**
 * Asked before the account is asked for anything, of every draft and every record.
 *
 * @throws {AuthoriseError} `limit_exceeded`, with the limit in `field`
 */
export function requireWithin(
  { maxEscrowUsd, payees, maxRateUsdPerSecond }: MeterLimits,
  asked: { depositBaseUnits: bigint; payee: Address; rateUsdPerSecond: string },
): void {
  const deposit = usdFromBaseUnits(asked.depositBaseUnits)
  if (compareDecimals(deposit, maxEscrowUsd) > 0)
    throw exceeded('maxEscrowUsd', `The deposit would be ${deposit} AUSD, and the limit is ${maxEscrowUsd}.`)
  if (maxRateUsdPerSecond !== undefined && compareDecimals(asked.rateUsdPerSecond, maxRateUsdPerSecond) > 0)
    throw exceeded(
      'maxRateUsdPerSecond',
      `A second costs ${asked.rateUsdPerSecond} AUSD, and the limit is ${maxRateUsdPerSecond}.`,
    )
  if (payees && !payees.some(payee => isSameAddress(payee, asked.payee)))
    throw exceeded('payees', `${asked.payee} would be paid, and is not among the payees of the limits.`)
}

function exceeded(field: string, message: string): AuthoriseError {
  return new AuthoriseError('limit_exceeded', message, { field: `limits.${field}` })
}
