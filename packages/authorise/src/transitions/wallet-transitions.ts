import type { Effect, Transition } from '../authorise-effect.ts'
import { type Checkout, checkoutOf, isManaging, type State } from '../authorise-state.ts'
import { shortfallIn } from '../flows/shortfall.ts'
import type { WalletConnection } from '../wallet/wallet.ts'
import { complete, connecting, reviewing, signIn, signingIn, withCheckout } from './next-states.ts'

/** A wallet was connected, by a person's choice or taken up again after a reload. */
export function walletConnected(
  state: State,
  {
    connection,
    customer,
    othersSignIn,
  }: { connection: WalletConnection; customer: string | null; othersSignIn?: boolean },
): Transition {
  const resuming = state.phase === 'choosing' && state.wallets === 'looking'
  if (state.phase !== 'connecting' && !resuming) return [state, []]
  const checkout: Checkout = { ...state.checkout, connection, customer, accountKind: null, balance: null }
  if (customer !== null) return isManaging(state) ? complete(checkout, null, true, []) : reviewing(checkout)
  const [next] = signingIn({ ...checkout, prepared: isManaging(state) ? checkout.prepared : null }, null)
  // The session is the other account's until it is given up; without that this one would be refused (design, section 5).
  return [next, othersSignIn && !isManaging(state) ? [{ type: 'sign_out' }] : []]
}

/** Another account has to sign in again; a chain that changed is put right before signing (design, section 7). */
export function walletChanged(state: State, connection: WalletConnection | null): Transition {
  const checkout = checkoutOf(state)
  if (!checkout?.connection || isBeyondWallets(state)) return [state, []]
  const same = connection?.address.toLowerCase() === checkout.connection.address.toLowerCase()
  if (connection && same) return withCheckout(state, { connection, balance: null })
  const effects: Effect[] = [{ type: 'abort_flow' }]
  if (state.phase === 'canceled') return [{ ...state, checkout: { ...checkout, connection: null } }, effects]
  if (!connection) {
    const left: Checkout = { ...checkout, connection: null, notice: 'disconnected' }
    return [{ phase: 'choosing', checkout: left, wallets: 'unasked' }, effects]
  }
  if (checkout.customer !== null && !isManaging(state)) effects.push({ type: 'sign_out' })
  const [next] = signingIn(
    { ...checkout, connection, customer: null, prepared: null, accountKind: null, balance: null },
    'account_changed',
  )
  return [next, effects]
}

/** What the wallet holds now. An error that was only about that is over as soon as it is enough. */
export function balanceRead(state: State, balance: bigint): Transition {
  // What the service says of the funds is its own reading, which the wallet's does not refute.
  if (state.phase !== 'error' || !state.problem.shortfall) {
    return withCheckout(state, { balance })
  }
  const checkout = { ...state.checkout, balance }
  const shortfall = shortfallIn(checkout)
  if (!shortfall) return [{ phase: 'reviewing', checkout }, []]
  return [{ ...state, checkout, problem: { ...state.problem, shortfall } }, []]
}

/** Once a signature is out, what becomes of the wallet changes nothing. */
function isBeyondWallets(state: State): boolean {
  return (
    ['opening', 'complete', 'expired'].includes(state.phase) ||
    (state.phase === 'error' && state.retry === 'open')
  )
}

/** Back to the list of wallets; also away from one that does not answer. */
export function changeWallet(state: State): Transition {
  if (!isLeavable(state)) return [state, []]
  const { checkout } = state
  const effects: Effect[] = [{ type: 'abort_flow' }]
  if (checkout.customer !== null && !isManaging(state)) effects.push({ type: 'sign_out' })
  return [
    {
      phase: 'choosing',
      checkout: {
        ...checkout,
        connection: null,
        customer: null,
        prepared: null,
        notice: null,
        accountKind: null,
      },
      wallets: 'looking',
    },
    [...effects, { type: 'disconnect' }, { type: 'discover' }],
  ]
}

function isLeavable(state: State): state is Extract<State, { checkout: Checkout }> {
  switch (state.phase) {
    case 'connecting':
    case 'signing_in':
    case 'reviewing':
      return true
    case 'signing':
      return state.slow
    case 'error':
      return state.retry !== 'open'
    default:
      return false
  }
}

/** A wallet that does not answer is asked again. What it was asked before is void: whatever comes of it is dropped. */
export function askAgain(state: State): Transition {
  if (!('slow' in state) || !state.slow) return [state, []]
  switch (state.phase) {
    case 'connecting':
      return connecting(state.checkout, state.wallet)
    case 'signing_in':
      return state.step === 'wallet' ? signIn(state.checkout) : [state, []]
    case 'signing':
      return state.step === 'wallet' || state.step === 'chain'
        ? [{ ...state, step: 'preparing', slow: false }, reask(state.checkout)]
        : [state, []]
    default:
      return [state, []]
  }
}

function reask({ duration }: Checkout): Effect[] {
  return duration.seconds === null ? [] : [{ type: 'authorise', maxDurationSeconds: duration.seconds }]
}
