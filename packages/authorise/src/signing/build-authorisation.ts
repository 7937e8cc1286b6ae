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
  CheckoutSession,
  PreparedAuthorisation,
  WireMeterTerms,
  WireTypedData,
} from '@per-second/protocol/types'
import { getAddress } from 'viem'
import { isSameAddress } from '../chains/is-same-address.ts'
import { whole } from '../service/shape.ts'
import { brokenBound } from './broken-bound.ts'
import { firstDifference } from './first-difference.ts'
import { isHexAddress } from './pins.ts'
import { type RefusalCode, RefusalError } from './refusal-error.ts'
import { type VerifyChainParameters, verifyChain } from './verify-chain.ts'

/** The authorisation to sign, as a service's draft or a browser's record states it. */
export type StatedAuthorisation = Pick<
  PreparedAuthorisation,
  'terms' | 'subscription_id' | 'typed_data' | 'deposit_wei' | 'sign_by'
>

export type BuildAuthorisationParameters = VerifyChainParameters & {
  stated: StatedAuthorisation
  /** The session as it is on screen. */
  session: Pick<CheckoutSession, 'id' | 'livemode' | 'product' | 'expires_at' | 'max_duration_seconds'>
  /** The connected account. */
  payer: Address
  /** The payee on screen, or null before one was shown. */
  payee: Address | null
  /** The cap as it is on screen. */
  maxDurationSeconds: number
  /** The later of the device's clock and the latest block seen through the wallet. */
  nowSeconds: UnixSeconds
}

export type BuiltAuthorisation = {
  terms: MeterTerms
  /** The typed data for the wallet's signature: built here, and only compared with the service's. */
  typedData: WireTypedData
  /** The most that can ever be taken, in base units. */
  depositBaseUnits: bigint
}

/** Typed-data fields outside the terms, so that the refusal names the subject of the lie. */
const CODE_OF_PATH: Readonly<Record<string, RefusalCode>> = {
  'terms.token': 'refused_token',
  'typed_data.domain.name': 'refused_token',
  'typed_data.domain.version': 'refused_token',
  'typed_data.domain.chainId': 'refused_chain',
  'typed_data.domain.verifyingContract': 'refused_token',
  'typed_data.message.to': 'refused_escrow',
}

/**
 * Builds the one object that the payer signs, from the screen, the chain route and the pins. It refuses a statement
 * whose `terms`, `typed_data`, `deposit_wei` or `sign_by` differ from that, or hold more. It judges a fresh draft of
 * the service and a record of this browser alike: neither is believed.
 *
 * The service alone chooses five values, within bounds: the payee (unless pinned, or on screen already), the deadline,
 * the grace after a stop, the expiry and the subscription's id. Pure: it throws {@link RefusalError} and asks no
 * wallet (docs/money.md, rules 17 and 55).
 */
export function buildAuthorisation(parameters: BuildAuthorisationParameters): BuiltAuthorisation {
  const { stated, session, chain } = parameters
  const verified = verifyChain(parameters)
  const theirs = stated.terms

  const terms: MeterTerms = {
    payer: getAddress(parameters.payer),
    merchant: acceptedPayee(theirs.merchant, parameters),
    operator: getAddress(chain.operator),
    token: getAddress(verified.token),
    feeRecipient: getAddress(chain.fee_recipient),
    feeBps: chain.fee_bps,
    ratePerSecond: rateInTermsUnits(session.product.rate_usd_per_second),
    maxSeconds: durationOnScreen(parameters),
    ...acceptedInstants(theirs, parameters),
    salt: saltOfMeter(session.id, stated.subscription_id),
  }
  const wire = termsToWire(terms)
  const broken = brokenBound(wire, verified.escrow)
  if (broken !== null) throw refused(`terms.${broken}`)
  const depositBaseUnits = depositOfTerms(terms)
  const typedData = openingTypedData(terms, {
    chainId: verified.chainId,
    escrow: getAddress(verified.escrow),
  })

  requireSame(theirs, wire, 'terms')
  requireSame(stated.sign_by, terms.openBy, 'sign_by')
  requireSame(stated.deposit_wei, depositBaseUnits.toString(), 'deposit_wei')
  requireSame(stated.typed_data, typedData, 'typed_data')
  return { terms, typedData, depositBaseUnits }
}

/** The session's fixed duration is on screen, too. */
function durationOnScreen({ maxDurationSeconds: seconds, session }: BuildAuthorisationParameters): number {
  const isFixedOtherwise = (session.max_duration_seconds ?? seconds) !== seconds
  if (isFixedOtherwise || !whole(MIN_DURATION_SECONDS, MAX_DURATION_SECONDS)(seconds))
    throw refused('max_duration_seconds')
  return seconds
}

function acceptedPayee(payee: unknown, { pins, payee: shown }: BuildAuthorisationParameters): Address {
  if (!isHexAddress(payee)) throw refused('terms.merchant')
  for (const expected of [pins.payee, shown])
    if (expected !== null && !isSameAddress(payee, expected)) throw refused('terms.merchant')
  return getAddress(payee.toLowerCase())
}

/** Deadline, grace and expiry as they were chosen, within bounds. "Too late" is the service's to say. */
function acceptedInstants(
  theirs: WireMeterTerms,
  { session, nowSeconds }: BuildAuthorisationParameters,
): Pick<MeterTerms, 'openBy' | 'stopGrace' | 'expiry'> {
  const { open_by: openBy, stop_grace: stopGrace, expiry } = theirs
  const latestOpening = Math.min(nowSeconds + TERMS_LIMITS.openByAhead, session.expires_at)
  if (!whole(1, latestOpening)(openBy)) throw refused('terms.open_by')
  return { openBy, stopGrace, expiry }
}

function requireSame(actual: unknown, expected: unknown, path: string): void {
  const difference = firstDifference(actual, expected, path)
  if (difference) throw refused(difference)
}

function refused(field: string): RefusalError {
  return new RefusalError(CODE_OF_PATH[field] ?? 'refused_terms', field)
}
