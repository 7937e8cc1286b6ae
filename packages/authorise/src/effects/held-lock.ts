import type { SignatureLock } from '../machine/signature-lock.ts'

/** A signature record as this page holds it, for as long as the page lives: no other script can change it. */
export type HeldLock = {
  lock: SignatureLock
  /**
   * `made` by this page from a draft; `built` again by this page from the session on screen, and found equal; only `read` from the
   * browser's storage.
   */
  origin: 'made' | 'built' | 'read'
  /** Whether it can be given up: made while no other tab could ask, for an account that no contract answers for. */
  canBeGivenUp: boolean
  /** How often this page asked a wallet for it, and how many of these requests were refused. */
  requests: number
  refusals: number
}

/**
 * What this page holds, with what other tabs can have added since: a signature, the opening's transaction, how often they asked.
 * Everything else in storage counts less than what is held. Only the page that made it can give it up.
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
