import { rateInTermsUnits } from '@per-second/protocol/money'
import {
  depositOfTerms,
  type MeterTerms,
  openingTypedData,
  saltOfMeter,
  TERMS_LIMITS,
  termsToWire,
} from '@per-second/protocol/terms'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS, type UnixSeconds } from '@per-second/protocol/time'
import type {
  Address,
  Chain,
  CheckoutSession,
  PreparedAuthorisation,
  WireMeterTerms,
  WireTypedData,
} from '@per-second/protocol/types'
import { getAddress } from 'viem'
import { firstDifference } from './first-difference.ts'
import type { Pins } from './pins.ts'
import { type RefusalCode, RefusalError } from './refusal-error.ts'
import { isRole, type VerifiedChain, verifyChain } from './verify-chain.ts'

export type BuildAuthorisationParameters = {
  /** The service's answer to prepare. */
  prepared: PreparedAuthorisation
  /** The session as it is on screen. */
  session: Pick<CheckoutSession, 'id' | 'livemode' | 'product' | 'expires_at'>
  chain: Chain
  /** The connected account. */
  payer: Address
  /** The cap as it is on screen. */
  maxDurationSeconds: number
  pins: Pins
  /** The page's own origin. */
  pageOrigin: string
  /** The later of the device's clock and the latest block seen through the wallet. */
  nowSeconds: UnixSeconds
}

export type BuiltAuthorisation = {
  terms: MeterTerms
  /** What the wallet is asked to sign: built here, only compared with what the service sent. */
  typedData: WireTypedData
  /** The most that can ever be taken, in base units. */
  depositBaseUnits: bigint
}

/** Largest amount the escrow stores. */
const MAX_DEPOSIT = 2n ** 96n - 1n

/** Typed-data fields that carry something other than terms, so that the refusal says what the lie was about. */
const CODE_OF_PATH: Readonly<Record<string, RefusalCode>> = {
  'terms.token': 'refused_token',
  'typed_data.domain.name': 'refused_token',
  'typed_data.domain.version': 'refused_token',
  'typed_data.domain.chainId': 'refused_chain',
  'typed_data.domain.verifyingContract': 'refused_token',
  'typed_data.message.to': 'refused_escrow',
}

/**
 * Builds the one thing the payer signs from what is on screen, the chain route and the pins, and refuses a service whose `terms`,
 * `typed_data`, `deposit_wei` or `sign_by` say anything else, or anything more.
 *
 * The service alone chooses five values, within bounds: the payee (unless pinned), the deadline, the grace after a stop, the expiry
 * and the subscription's id. Pure; throws {@link RefusalError} and asks no wallet.
 */
export function buildAuthorisation(parameters: BuildAuthorisationParameters): BuiltAuthorisation {
  const { prepared, session, chain, pins } = parameters
  const verified = verifyChain(parameters)
  const theirs = prepared.terms

  const terms: MeterTerms = {
    payer: getAddress(parameters.payer),
    merchant: acceptedPayee(theirs.merchant, pins.payee, verified),
    operator: getAddress(chain.operator),
    token: getAddress(verified.token),
    feeRecipient: getAddress(chain.fee_recipient),
    feeBps: chain.fee_bps,
    ratePerSecond: rateInTermsUnits(session.product.rate_usd_per_second),
    maxSeconds: durationOnScreen(parameters.maxDurationSeconds),
    ...acceptedInstants(theirs, parameters),
    salt: saltOfMeter(session.id, prepared.subscription_id),
  }
  const depositBaseUnits = depositOfTerms(terms)
  if (depositBaseUnits > MAX_DEPOSIT) throw refused('deposit_wei')
  const typedData = openingTypedData(terms, {
    chainId: verified.chainId,
    escrow: getAddress(verified.escrow),
  })

  requireSame(theirs, termsToWire(terms), 'terms')
  requireSame(prepared.sign_by, terms.openBy, 'sign_by')
  requireSame(prepared.deposit_wei, depositBaseUnits.toString(), 'deposit_wei')
  requireSame(prepared.typed_data, typedData, 'typed_data')
  return { terms, typedData, depositBaseUnits }
}

function durationOnScreen(seconds: number): number {
  if (!isWithin(seconds, MIN_DURATION_SECONDS, MAX_DURATION_SECONDS)) throw refused('max_duration_seconds')
  return seconds
}

function acceptedPayee(payee: unknown, pinned: Address | null, verified: VerifiedChain): Address {
  if (!isRole(payee, verified)) throw refused('terms.merchant')
  const merchant = getAddress(payee.toLowerCase())
  if (pinned !== null && merchant !== getAddress(pinned.toLowerCase())) throw refused('terms.merchant')
  return merchant
}

/** Deadline, grace and expiry as the service chose them, held to the escrow's bounds. "Too late" is the service's to say. */
function acceptedInstants(
  theirs: WireMeterTerms,
  { session, nowSeconds, maxDurationSeconds }: BuildAuthorisationParameters,
): Pick<MeterTerms, 'openBy' | 'stopGrace' | 'expiry'> {
  const { open_by: openBy, stop_grace: stopGrace, expiry } = theirs
  const latestOpening = Math.min(nowSeconds + TERMS_LIMITS.openByAhead, session.expires_at)
  if (!isWithin(openBy, 1, latestOpening)) throw refused('terms.open_by')
  if (!isWithin(stopGrace, 0, TERMS_LIMITS.stopGrace)) throw refused('terms.stop_grace')
  const earliestExpiry = openBy + maxDurationSeconds
  if (!isWithin(expiry, earliestExpiry, earliestExpiry + TERMS_LIMITS.expiryAfterMaximum)) {
    throw refused('terms.expiry')
  }
  return { openBy, stopGrace, expiry }
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
}

function requireSame(actual: unknown, expected: unknown, path: string): void {
  const difference = firstDifference(actual, expected, path)
  if (difference) throw refused(difference)
}

function refused(field: string): RefusalError {
  return new RefusalError(CODE_OF_PATH[field] ?? 'refused_terms', field)
}
