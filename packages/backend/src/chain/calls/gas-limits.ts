import type { MeterTerms } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import type { EscrowCall } from '../chain.ts'

/**
 * Gas limits are constants, never estimates, where only used gas is paid for (docs/money.md, rule 10). Each covers
 * first-time recipients whose transfers fail and a token behind a proxy.
 */
export const OPENING_GAS = 500_000n
/** The gas of a meter that is opened and closed without a settlement between: measured, 188,700. */
export const METER_GAS = 190_000n
/** The most that a payer's wallet may cost to deploy. */
export const DEPLOYMENT_GAS = 1_000_000n
/**
 * The most gas that each opening of a batch may use, with any code of the payer or the token: no other opening pays for
 * it.
 */
export const OPENING_SHARE = 200_000n
/** Calldata and the loop, besides the share, and the 64th that every call keeps back (EIP-150). */
const OPENING_BESIDES = 30_000n
const SETTLE = 250_000n
const CLOSE = 330_000n
const BATCH_BASE = 60_000n
const BATCH_ITEM = 35_000n
const BATCH_PAYOUT = 130_000n
/** A refund goes to each payer by a transfer of its own. */
const BATCH_REFUND = 130_000n

/** The most items of one batch: with as many different recipients it still fits EIP-7825's 16,777,216 gas a transaction. */
export const MAX_BATCH_ITEMS = { openBatch: 50, settleBatch: 100, closeBatch: 50 } as const

/** The least gas of a transaction with this calldata (EIP-7623): no block takes one with less, and nodes refuse it without a revert. */
export function leastGasOf(data: Hex): bigint {
  const bytes = data.slice(2).match(/../g) ?? []
  const tokens = bytes.reduce((total, byte) => total + (byte === '00' ? 1 : 4), 0)
  return 21_000n + 10n * BigInt(tokens)
}

/** The gas limit a call is simulated and sent with. */
export function gasLimitOf(call: EscrowCall): bigint {
  switch (call.kind) {
    case 'open':
      return OPENING_GAS
    case 'openBatch':
      return BATCH_BASE + (OPENING_SHARE + OPENING_BESIDES) * BigInt(call.items.length)
    case 'settle':
      return SETTLE
    case 'close':
      return CLOSE
    case 'settleBatch':
      return gasOf(call.items, BATCH_ITEM)
    case 'closeBatch':
      return gasOf(call.items, BATCH_ITEM + BATCH_REFUND)
  }
}

function gasOf(items: readonly { terms: MeterTerms }[], item: bigint): bigint {
  return BATCH_BASE + item * BigInt(items.length) + BATCH_PAYOUT * payouts(items)
}

/** Neighbours with the same token, merchant and fee recipient share their transfers. */
function payouts(items: readonly { terms: MeterTerms }[]): bigint {
  let count = 0n
  let previous: MeterTerms | null = null
  for (const { terms } of items) {
    if (previous === null || !sameRecipients(previous, terms)) count += 1n
    previous = terms
  }
  return count
}

function sameRecipients(a: MeterTerms, b: MeterTerms): boolean {
  return a.token === b.token && a.merchant === b.merchant && a.feeRecipient === b.feeRecipient
}
