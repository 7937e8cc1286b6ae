import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { Transaction } from '../storage/storage.ts'
import { ApiError } from './api-error.ts'
import type { AccountKind } from './draft.ts'
import type { Mode } from './entities.ts'

const HOUR_MILLIS = 3_600_000

/** Reverted openings of one payer within a day after which it is refused more (docs/money.md, rule 35). */
const MAX_OF_PAYER = 3
const PAYER_MILLIS = 24 * HOUR_MILLIS

/**
 * Reverted openings within an hour that the operator pays for in one mode, at no more than an opening's gas limit each
 * (docs/money.md, rule 35).
 */
const MAX_IN_AN_HOUR = 60

/**
 * Refuses what would let a payer spend the operator's gas for nothing: openings that pass the simulation and revert on chain.
 *
 * @throws {ApiError} `subscription_invalid_state` for the payer of too many; `chain_unavailable` for contracts while the operator has
 *   paid for too many
 */
export async function refuseAfterFailures(
  tx: Transaction,
  payer: { mode: Mode; address: Address; account: AccountKind },
  now: UnixMillis,
): Promise<void> {
  const reverted = await tx.subscriptions.reverted(payer.mode, now - PAYER_MILLIS)
  const count = (subscriptions: typeof reverted) =>
    subscriptions.reduce((total, { openingsFailed }) => total + openingsFailed, 0)
  const own = reverted.filter(({ terms }) => terms.payer.toLowerCase() === payer.address.toLowerCase())
  if (count(own) >= MAX_OF_PAYER) {
    // Not checkout_session_not_open, which says that an opening is in flight and worth waiting for.
    throw new ApiError(
      'subscription_invalid_state',
      'The chain refused three authorisations of this wallet. Try again tomorrow, or with another wallet.',
    )
  }
  // A contract makes its opening revert by a flag of its own; a key pays a transaction of its own each time.
  if (payer.account !== 'contract') return
  const lately = reverted.filter(({ created }) => created > now - HOUR_MILLIS)
  if (count(lately) < MAX_IN_AN_HOUR) return
  throw new ApiError(
    'chain_unavailable',
    'Too many openings have failed on chain. Contract wallets can authorise again within the hour.',
    { status: 503 },
  )
}
