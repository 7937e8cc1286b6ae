import { depositOfTerms, TERMS_LIMITS } from '@per-second/protocol/terms'
import type { Address, WireMeterTerms } from '@per-second/protocol/types'
import { whole } from '../service/shape.ts'
import { isHexAddress } from './pins.ts'
import { isRole } from './verify-chain.ts'

/** Largest amount the escrow stores, and largest rate it takes. */
const MAX_DEPOSIT = 2n ** 96n - 1n
const MAX_RATE = 2n ** 128n - 1n
const MAX_INSTANT = 2 ** 40 - 1

const ROLES = ['payer', 'merchant', 'operator', 'fee_recipient'] as const

/**
 * The first field of `terms` that the escrow would refuse (docs/money.md, rule 2), `deposit_wei` for a deposit that it
 * cannot store, or null. The shape is checked too: the data of a service or of a browser's storage may be anything. The
 * instants are compared with each other only, for a clock is the caller's.
 */
export function brokenBound(
  terms: Partial<Record<keyof WireMeterTerms, unknown>>,
  escrow: Address,
): keyof WireMeterTerms | 'deposit_wei' | null {
  const { token, rate_per_second: rate, max_seconds: maxSeconds, open_by: openBy, salt } = terms
  if (!isHexAddress(token)) return 'token'
  for (const role of ROLES) if (!isRole(terms[role], { escrow, token })) return role
  if (!whole(0, TERMS_LIMITS.feeBps)(terms.fee_bps)) return 'fee_bps'
  if (typeof rate !== 'string' || !/^\d{1,39}$/.test(rate) || BigInt(rate) > MAX_RATE)
    return 'rate_per_second'
  if (!whole(TERMS_LIMITS.minSeconds, TERMS_LIMITS.maxSeconds)(maxSeconds)) return 'max_seconds'
  if (!whole(0, TERMS_LIMITS.stopGrace)(terms.stop_grace)) return 'stop_grace'
  if (!whole(1, MAX_INSTANT)(openBy)) return 'open_by'
  const earliestExpiry = openBy + maxSeconds
  if (!whole(earliestExpiry, earliestExpiry + TERMS_LIMITS.expiryAfterMaximum)(terms.expiry)) return 'expiry'
  if (typeof salt !== 'string' || !/^0x[0-9a-f]{64}$/.test(salt)) return 'salt'
  return depositOfTerms({ ratePerSecond: BigInt(rate), maxSeconds }) > MAX_DEPOSIT ? 'deposit_wei' : null
}
