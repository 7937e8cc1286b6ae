import type { Transition } from './effect.ts'
import type { Checkout } from './state.ts'

/** Returns to the list of wallets, also from a wallet that does not respond. */
export function leaveWallet(checkout: Checkout): Transition {
  const left: Checkout = { ...checkout, connection: null, prepared: null, notice: null }
  return [{ phase: 'choosing', checkout: left, wallets: 'looking' }, [{ type: 'discover', isChange: true }]]
}
