import { TERMS_LIMITS } from '@per-second/protocol/terms'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Wallet } from '../../wallet/wallet.ts'

/** Whether the signed terms can still open the meter, no longer can, or have. `unread` if the chain does not respond. */
export type LockVerdict = 'stands' | 'fell' | 'known' | 'unread'

/**
 * The verdict on a lock, read in one block through the wallet whatever its record claims. A lock is dropped only if the escrow does not
 * know the meter, and either the deadline has passed by both block time and page clock, or another use consumed the nonce. A deadline
 * more than 24 hours ahead of both clocks is a forgery, so that lock is dropped too (docs/money.md, rule 53).
 *
 * @param judge `isForeign`: called for a lock that cannot be read, which its deadline alone drops
 */
export async function lockVerdict(
  wallet: Pick<Wallet, 'readOpening' | 'latestBlockTimestamp'>,
  lock: SignatureLock,
  { deviceNow, isForeign }: { deviceNow: number; isForeign?: (lock: SignatureLock) => Promise<boolean> },
): Promise<LockVerdict> {
  const { open_by: openBy } = lock.terms
  const opening = await wallet.readOpening(lock).catch(() => null)
  if (opening?.isKnown) return 'known'
  if (!opening && !(await isForeign?.(lock))) return 'unread'
  const block = opening?.blockTimestamp ?? (await wallet.latestBlockTimestamp().catch(() => null))
  if (block === null) return 'unread'
  const isLate = Math.min(block, deviceNow) >= openBy
  const isForged = openBy > Math.max(block, deviceNow) + TERMS_LIMITS.openByAhead
  if (isLate || isForged || opening?.isNonceUsed) return 'fell'
  return opening ? 'stands' : 'unread'
}
