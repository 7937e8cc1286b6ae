import type { Chain } from '@per-second/protocol/types'
import { isSameAddress } from '../../chains/is-same-address.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Ports } from '../../ports.ts'
import type { SessionStore } from '../session-store.ts'

/**
 * Whether a stored record names another network, escrow or token than the session's, and holds no signature of its payer. Any script of
 * the page's origin can write such a record and no read refutes it, so it must not block the session for ever.
 */
export function foreignLock({
  chain,
  store,
  ports,
}: {
  chain: Chain | null
  store: SessionStore
  ports: Pick<Ports, 'loadSigning'>
}): (lock: SignatureLock) => Promise<boolean> {
  return async lock => {
    const { chainId, escrow, terms, signature } = lock
    if (!chain || store.isBuilt(lock)) return false
    const isHere =
      chainId === chain.chain_id &&
      isSameAddress(escrow, chain.escrow) &&
      isSameAddress(terms.token, chain.token.address)
    if (isHere || signature === null) return !isHere
    const { recoversTo, typedDataOf } = await ports.loadSigning()
    return !(await recoversTo({ typedData: typedDataOf(lock), signature, payer: terms.payer }))
  }
}
