import { usdFromBaseUnits } from '@per-second/protocol/money'
import { TERMS_LIMITS } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Chain, WireMeterTerms } from '@per-second/protocol/types'
import { isSameAddress } from '../../chains/is-same-address.ts'
import { depositOf } from '../../machine/signature-lock.ts'
import type { SigningWallet } from '../../wallet/wallet.ts'
import type { Flow } from './flow.ts'
import { lockVerdict } from './lock-verdict.ts'

/**
 * Shows the total that signatures for other sessions of this service could still take from this payer for this payee. True if one of
 * them is new on screen, so that the subscriber sees it before the next signature.
 *
 * @param now the earlier of the device's clock and the chain's: a signature is valid as long as either clock allows it
 * @param wallet reads the escrow, because a service may report a meter as open that is not; null trusts the records
 */
export async function openSignatureElsewhere(
  flow: Flow,
  {
    terms,
    chain,
    now,
    wallet,
  }: { terms: WireMeterTerms; chain: Chain; now: UnixSeconds; wallet: SigningWallet | null },
): Promise<boolean> {
  const signed = flow.store
    .otherLocks()
    .filter(
      lock =>
        lock.signature !== null &&
        lock.chainId === chain.chain_id &&
        lock.terms.open_by > now &&
        (wallet !== null || lock.terms.open_by <= now + TERMS_LIMITS.openByAhead) &&
        isSameAddress(lock.terms.payer, terms.payer) &&
        isSameAddress(lock.terms.merchant, terms.merchant),
    )
  const deviceNow = flow.ports.deviceNow()
  const verdicts = await Promise.all(
    signed.map(lock => (wallet ? lockVerdict(wallet, lock, { deviceNow }) : null)),
  )
  flow.signal.throwIfAborted()
  const open = signed.filter((lock, i) =>
    wallet ? verdicts[i] !== 'known' && verdicts[i] !== 'fell' : !lock.isKnown,
  )
  const shown = flow.checkout().openElsewhere?.digests
  const digests = open.map(lock => lock.digest)
  if (digests.every(digest => shown?.includes(digest))) return false
  const deposit = open.reduce((sum, lock) => sum + depositOf(lock.terms), 0n)
  const openBy = Math.max(...open.map(lock => lock.terms.open_by))
  flow.dispatch({
    type: 'open_elsewhere',
    signature: { digests, depositUsd: usdFromBaseUnits(deposit), openBy },
  })
  return true
}
