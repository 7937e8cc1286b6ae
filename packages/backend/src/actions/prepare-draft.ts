import { isDeepStrictEqual } from 'node:util'
import { rateInTermsUnits } from '@per-second/protocol/money'
import {
  DEFAULT_STOP_GRACE_SECONDS,
  depositOfTerms,
  EXPIRY_AFTER_MAXIMUM_SECONDS,
  type MeterTerms,
  saltOfMeter,
} from '@per-second/protocol/terms'
import {
  CONTRACT_SIGN_BY_SECONDS,
  SIGN_BY_SECONDS,
  toUnixSeconds,
  type UnixMillis,
} from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { AccountKind, Draft } from '../domain/draft.ts'
import type { CheckoutSession } from '../domain/entities.ts'
import { refuseUnlessOpen } from '../domain/session-status.ts'
import type { Transaction } from '../storage/storage.ts'
import { refusePayer } from './admission.ts'
import { meterToCarryOn } from './carried-on.ts'
import type { BillingOperation } from './operation.ts'
import { refuseSmallDeposit } from './refuse-small-deposit.ts'
import { refuseWhileEscrowIsShort } from './short-escrow.ts'

/**
 * The draft that a wallet signs for a session: terms for exactly this maximum duration, under a subscription id that is
 * only reserved. Reads, and changes nothing: any number of drafts may exist.
 *
 * @throws {ApiError} `checkout_session_expired`, `checkout_session_not_open`, `product_inactive`, `parameter_missing`,
 * `deposit_below_minimum`. `parameter_invalid` when the merchant fixed another maximum duration. The errors of
 * {@link meterToCarryOn} and {@link refusePayer}. `chain_unavailable` while the escrow is short
 */
export async function prepareDraft(
  operation: BillingOperation,
  parameters: {
    session: CheckoutSession
    chain: Chain
    payer: Address
    account: AccountKind
    claim: string
    maxDurationSeconds: number | null
    /** The session whose meter is carried on, or null for a meter of its own. */
    replaces: string | null
  },
): Promise<Draft> {
  const { tx, now, newId } = operation
  const { session, chain, payer, account, claim } = parameters
  await refuseUnofferable(tx, session, now)
  await refuseWhileEscrowIsShort(tx, session.mode)
  const maxSeconds = capOf(session, parameters.maxDurationSeconds)
  refuseSmallDeposit(operation, session.rateUsd, maxSeconds)
  const replaces =
    parameters.replaces === null
      ? null
      : await meterToCarryOn(operation, { session, payer, replaces: parameters.replaces })
  await refusePayer(operation, session, { payer, replaces })
  const subscriptionId = newId('sub_')
  const signSeconds = account === 'contract' ? CONTRACT_SIGN_BY_SECONDS : SIGN_BY_SECONDS
  const openBy = Math.min(toUnixSeconds(now) + signSeconds, toUnixSeconds(session.expiresAt))
  return {
    sessionId: session.id,
    subscriptionId,
    claim,
    account,
    replaces,
    terms: await termsOf(tx, { payer, maxSeconds, openBy }, { session, chain, subscriptionId }),
  }
}

/** The terms of a meter, from everything that they follow from. */
async function termsOf(
  tx: Transaction,
  { payer, maxSeconds, openBy }: Pick<MeterTerms, 'payer' | 'maxSeconds' | 'openBy'>,
  {
    session,
    chain: { facts },
    subscriptionId,
  }: { session: CheckoutSession; chain: Chain; subscriptionId: string },
): Promise<MeterTerms> {
  const merchant = await tx.merchants.get(session.merchantId)
  if (merchant === null) throw new Error(`Session ${session.id} has lost its merchant.`)
  return {
    payer,
    merchant: merchant.payoutAddress,
    operator: facts.operator,
    token: facts.token.address,
    feeRecipient: facts.fee_recipient,
    feeBps: facts.fee_bps,
    ratePerSecond: rateInTermsUnits(session.rateUsd),
    maxSeconds,
    stopGrace: DEFAULT_STOP_GRACE_SECONDS,
    openBy,
    expiry: openBy + maxSeconds + EXPIRY_AFTER_MAXIMUM_SECONDS,
    salt: saltOfMeter(session.id, subscriptionId),
  }
}

/**
 * Refuses a draft whose terms differ from those of a new one. Its MAC proves its author, but session, merchant, chain
 * or policy may have changed since.
 *
 * @throws {ApiError} `draft_invalid`
 */
export async function refuseOutdated(
  { tx, now, policy }: Pick<BillingOperation, 'tx' | 'now' | 'policy'>,
  draft: Draft,
  { session, chain }: { session: CheckoutSession; chain: Chain },
): Promise<void> {
  const { terms, subscriptionId } = draft
  const today = await termsOf(tx, terms, { session, chain, subscriptionId })
  const latest = Math.min(toUnixSeconds(now) + CONTRACT_SIGN_BY_SECONDS, toUnixSeconds(session.expiresAt))
  const isCurrent =
    isDeepStrictEqual(terms, today) &&
    (!session.capFixed || session.maxDurationSeconds === terms.maxSeconds) &&
    terms.openBy <= latest &&
    depositOfTerms(terms) >= policy.minDeposit
  if (isCurrent) return
  throw new ApiError('draft_invalid', 'The terms of this checkout have changed since. Prepare again.', {
    param: 'draft',
  })
}

/** @throws {ApiError} `checkout_session_expired`, `checkout_session_not_open`, `product_inactive` */
export async function refuseUnofferable(
  tx: Transaction,
  session: CheckoutSession,
  now: UnixMillis,
): Promise<void> {
  refuseUnlessOpen(session, now)
  const product = await tx.products.get(session.productId)
  if (!product?.active) throw new ApiError('product_inactive', 'This product is no longer offered.')
}

function capOf(session: CheckoutSession, requested: number | null): number {
  if (!session.capFixed) {
    if (requested !== null) return requested
    throw new ApiError(
      'parameter_missing',
      '"max_duration_seconds" is required: this session does not fix the maximum duration.',
      {
        param: 'max_duration_seconds',
      },
    )
  }
  const fixed = session.maxDurationSeconds as number
  if (requested === null || requested === fixed) return fixed
  throw new ApiError(
    'parameter_invalid',
    `The merchant fixed the maximum duration at ${fixed} seconds. Send that value, or omit "max_duration_seconds".`,
    {
      param: 'max_duration_seconds',
    },
  )
}
