import type { Chain, PreparedAuthorisation } from '@per-second/protocol/types'
import type { SignatureLock } from '../../machine/signature-lock.ts'

/** The record of a request before it is made: of a draft whose terms were rebuilt, with the digest of these. */
export function freshLock(
  { terms, subscription_id: subscription, draft }: PreparedAuthorisation,
  chain: Pick<Chain, 'chain_id' | 'escrow'>,
  of: Pick<SignatureLock, 'digest' | 'service' | 'replaces' | 'secret' | 'email' | 'accountKind'> &
    Partial<Pick<SignatureLock, 'walletId'>>,
): SignatureLock {
  return {
    walletId: '',
    terms,
    subscription,
    draft,
    chainId: chain.chain_id,
    escrow: chain.escrow,
    ...of,
    asked: 0,
    isGivenUp: false,
    signature: null,
    signedAt: null,
    txHash: null,
    isKnown: false,
  }
}
