import { TERMS_LIMITS } from '@per-second/protocol/terms'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Opening, Wallet } from '../../wallet/wallet.ts'

/** Whether what was signed can still open the meter, can no longer, or has; `unread` where the chain does not say. */
export type LockVerdict = 'stands' | 'fell' | 'known' | 'unread'

/**
 * Read in one block through the wallet, whatever a record says of itself. A lock falls only if the escrow does not know the meter, and
 * either the deadline is over by the block's time and the page's clock, or the nonce was used up for something else. A deadline over
 * 24 hours ahead of both clocks was never asked for: that lock falls, too.
 *
 * @param judge `isForeign`: asked of a lock that cannot be read; it falls by its deadline alone
 */
export async function lockVerdict(
  wallet: Pick<Wallet, 'readOpening' | 'latestBlockTimestamp'>,
  lock: SignatureLock,
  { deviceNow, isForeign }: { deviceNow: number; isForeign?: (lock: SignatureLock) => Promise<boolean> },
): Promise<LockVerdict> {
  const { open_by: openBy } = lock.terms
  const opening = await wallet.readOpening(openingOf(lock)).catch(() => null)
  if (opening?.isKnown) return 'known'
  if (!opening && !(await isForeign?.(lock))) return 'unread'
  const block = opening?.blockTimestamp ?? (await wallet.latestBlockTimestamp().catch(() => null))
  if (block === null) return 'unread'
  const isLate = Math.min(block, deviceNow) >= openBy
  const isForged = openBy > Math.max(block, deviceNow) + TERMS_LIMITS.openByAhead
  if (isLate || isForged || opening?.isNonceUsed) return 'fell'
  return opening ? 'stands' : 'unread'
}

/** The opening that was signed for. */
export function openingOf({ chainId, escrow, terms, digest }: SignatureLock): Opening {
  return { chainId, escrow, token: terms.token, payer: terms.payer, digest }
}
