import type { SignatureLock } from '../machine/signature-lock.ts'

/** A signature record as this page holds it, for as long as the page lives: no other script can change it. */
export type HeldLock = {
  lock: SignatureLock
  /** Whether this page built its terms from what was on screen; else it was only read from the browser's storage. */
  isBuilt: boolean
}

/**
 * What this page holds, with what other tabs can have added since: a signature, the opening's transaction, that the escrow knows the
 * meter. Everything else in storage counts less than what is held.
 */
export function mergedLock({ lock, isBuilt }: HeldLock, stored: SignatureLock | null): SignatureLock {
  if (!stored) return lock
  const signed = lock.signature === null ? stored : lock
  const { signature, signedAt } = signed
  return {
    ...lock,
    signature,
    signedAt,
    txHash: lock.txHash ?? stored.txHash,
    isKnown: lock.isKnown || stored.isKnown,
    asked: Math.max(lock.asked, stored.asked),
    isGivenUp: lock.isGivenUp || (!isBuilt && stored.isGivenUp && signature === null),
  }
}
