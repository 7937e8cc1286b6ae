import type { WalletConnection } from '../wallet/wallet.ts'
import type { Transition } from './effect.ts'
import { complete, reviewing, signingIn } from './enter.ts'
import type { Checkout } from './state.ts'

/** A wallet was connected: by the subscriber's choice, or resumed without a prompt. */
export function connected(before: Checkout, connection: WalletConnection): Transition {
  const checkout: Checkout = { ...before, connection, prepared: null, accountKind: null, balance: null }
  if (checkout.session.status !== 'complete') return reviewing(checkout)
  return checkout.customer === null ? signingIn(checkout) : complete(checkout, null, true, [])
}
