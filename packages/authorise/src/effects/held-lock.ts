import type { SignatureLock } from '../machine/signature-lock.ts'

/** A signature record in this page's memory, which no other script can change. */
export type HeldLock = {
  lock: SignatureLock
  /**
   * `made` by this page from a draft, `built` again by this page from the session on screen and found equal, or only `read` from the
   * browser's storage.
   */
  origin: 'made' | 'built' | 'read'
  /** Whether it can be given up: made while no other tab could make a request, for an account that is no contract. */
  canBeGivenUp: boolean
  /** The number of requests by this page, and of their refusals. */
  requests: number
  refusals: number
}

/**
 * The record in memory, with the changes that other tabs may add: a signature, the opening's transaction, the count of requests. All
 * other stored values are ignored. Only the page that made the record can give it up (docs/money.md, rule 52).
 */
export function mergedLock({ lock, origin }: HeldLock, stored: SignatureLock | null): SignatureLock {
  if (!stored) return lock
  const { signature, signedAt } = lock.signature === null ? stored : lock
  return {
    ...lock,
    signature,
    signedAt,
    txHash: lock.txHash ?? stored.txHash,
    asked: Math.max(lock.asked, stored.asked),
    isGivenUp: lock.isGivenUp || (origin !== 'made' && stored.isGivenUp && signature === null),
  }
}
