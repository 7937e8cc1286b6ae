import { TERMS_LIMITS } from '@per-second/protocol/terms'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Opening, Wallet } from '../../wallet/wallet.ts'

/** Whether what was signed can still open the meter, can no longer, or has; `unread` where the chain does not say. */
export type LockVerdict = 'stands' | 'fell' | 'known' | 'unread'

/**
 * Read in one block through the wallet. A lock falls only if the escrow does not know the meter, and either the deadline is over by
 * the block's time and the page's clock, or the nonce was used up for something else. What cannot be read stands. A deadline over 24
 * hours ahead of both clocks was never asked for, and would stand for as long as its writer likes: it falls, too.
 */
export async function lockVerdict(
  wallet: Wallet,
  lock: SignatureLock,
  deviceNow: number,
): Promise<LockVerdict> {
  const { terms } = lock
  if (lock.isKnown) return 'known'
  const opening = await wallet.readOpening(openingOf(lock)).catch(() => null)
  if (!opening) return 'unread'
  if (opening.isKnown) return 'known'
  const { blockTimestamp, isNonceUsed } = opening
  const isLate = Math.min(blockTimestamp, deviceNow) >= terms.open_by
  const isForged = terms.open_by > Math.max(blockTimestamp, deviceNow) + TERMS_LIMITS.openByAhead
  return isLate || isNonceUsed || isForged ? 'fell' : 'stands'
}

/** The opening that was signed for. */
export function openingOf({ chainId, escrow, terms, digest }: SignatureLock): Opening {
  return { chainId, escrow, token: terms.token, payer: terms.payer, digest }
}
