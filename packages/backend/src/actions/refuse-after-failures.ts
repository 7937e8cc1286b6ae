import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import type { AccountKind } from '../domain/draft.ts'
import type { Mode } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'

const HOUR_MILLIS = 3_600_000

/**
 * Accepted openings of one payer that failed within a day, after which it is refused more (docs/money.md, rule 35). Those under way
 * may yet fail: one balance passes the simulation of any number that are sent together.
 */
const MAX_OF_PAYER = 3
const PAYER_MILLIS = 24 * HOUR_MILLIS

/**
 * Failed openings within an hour in one mode, of which the operator pays no more than an opening's gas limit each (docs/money.md, rule
 * 35). Those under way are among them.
 */
const MAX_IN_AN_HOUR = 60

/**
 * Refuses what would let a payer spend the operator's gas and the merchant's books for nothing: openings that pass the simulation when
 * they are accepted, and fail after it.
 *
 * @throws {ApiError} `subscription_invalid_state` for the payer of too many; `chain_unavailable` while too many of its own are under
 *   way, and for contracts while the operator has paid for too many
 */
export async function refuseAfterFailures(
  tx: Transaction,
  payer: { mode: Mode; address: Address; account: AccountKind },
  now: UnixMillis,
): Promise<void> {
  const failed = await tx.subscriptions.failed(payer.mode, now - PAYER_MILLIS)
  const count = (subscriptions: typeof failed) =>
    subscriptions.reduce((total, { openingsFailed }) => total + openingsFailed, 0)
  const isOwn = ({ terms }: { terms: MeterTerms }) =>
    terms.payer.toLowerCase() === payer.address.toLowerCase()
  const openings = await tx.jobs.openings(payer.mode)
  const underWay = await tx.subscriptions.getMany(openings.map(({ subscriptionId }) => subscriptionId))
  const own = failed.filter(isOwn)
  if (count(own) >= MAX_OF_PAYER) {
    // Not checkout_session_not_open, which says that an opening is in flight and worth waiting for.
    throw new ApiError(
      'subscription_invalid_state',
      'The chain refused three authorisations of this wallet. Try again tomorrow, or with another wallet.',
    )
  }
  if (count(own) + underWay.filter(isOwn).length >= MAX_OF_PAYER) {
    throw new ApiError(
      'chain_unavailable',
      'Three authorisations of this wallet are on their way to the chain, or were refused by it. Ask again shortly.',
    )
  }
  // A contract makes its opening fail by a flag of its own; a key pays a transaction of its own each time.
  if (payer.account !== 'contract') return
  const lately = failed.filter(({ created }) => created > now - HOUR_MILLIS)
  if (count(lately) + underWay.length < MAX_IN_AN_HOUR) return
  throw new ApiError(
    'chain_unavailable',
    'Too many openings are under way or have failed. Contract wallets can authorise again within the hour.',
  )
}
