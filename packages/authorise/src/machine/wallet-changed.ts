import { isSameAddress } from '../chains/is-same-address.ts'
import type { WalletConnection } from '../wallet/wallet.ts'
import type { Effect, Transition } from './effect.ts'
import { reviewing, signingIn, withCheckout } from './enter.ts'
import { type Checkout, checkoutOf, isManaging, type State } from './state.ts'

/** The wallet has another account, another chain, or is gone. A changed chain is switched back before signing. */
export function walletChanged(state: State, connection: WalletConnection | null): Transition {
  const checkout = checkoutOf(state)
  if (!checkout?.connection || isBeyondWallets(state)) return [state, []]
  if (connection && isSameAddress(connection.address, checkout.connection.address))
    return withCheckout(state, { connection, balance: null })
  const abort: Effect = { type: 'abort_flow' }
  const left: Checkout = { ...checkout, connection, prepared: null, accountKind: null, balance: null }
  if (state.phase === 'canceled') return [{ ...state, checkout: { ...left, connection: null } }, [abort]]
  if (!connection)
    return [{ phase: 'choosing', checkout: { ...left, notice: 'disconnected' }, wallets: 'unasked' }, [abort]]
  const changed: Checkout = { ...left, notice: 'account_changed' }
  const [next, effects] = isManaging(state) ? signingIn(changed, 'account_changed') : reviewing(changed)
  return [next, [abort, ...effects]]
}

/** Once a signature exists, changes of the wallet have no effect. */
function isBeyondWallets(state: State): boolean {
  return (
    ['opening', 'complete', 'expired'].includes(state.phase) ||
    (state.phase === 'error' && state.retry === 'open')
  )
}
