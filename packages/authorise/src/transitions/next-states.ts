import type { Hex } from '@per-second/protocol/types'
import type { Effect, Transition } from '../authorise-effect.ts'
import type { Checkout, Notice, State, StateIn } from '../authorise-state.ts'
import { isDurationAllowed } from '../duration/duration-draft.ts'
import { isOfSession } from '../is-of-session.ts'
import type { MeterReading } from '../meter.ts'
import type { WalletChoice } from '../wallet/wallet.ts'

/** The states a checkout goes on to, each with what has to be done there. */

export function connecting(checkout: Checkout, wallet: WalletChoice): Transition {
  return [
    { phase: 'connecting', checkout, wallet, slow: false, pairing: null },
    [{ type: 'connect', wallet }],
  ]
}

export function signingIn(checkout: Checkout, notice: Notice | null): Transition {
  return [{ phase: 'signing_in', checkout: { ...checkout, notice }, step: 'idle', slow: false }, []]
}

export function signIn(checkout: Checkout): Transition {
  return [
    { phase: 'signing_in', checkout: { ...checkout, notice: null }, step: 'service', slow: false },
    [{ type: 'sign_in' }],
  ]
}

export function reviewing(checkout: Checkout): Transition {
  const effects: Effect[] = isDurationAllowed(checkout.duration)
    ? [{ type: 'prepare', maxDurationSeconds: checkout.duration.seconds }]
    : []
  return [{ phase: 'reviewing', checkout }, effects]
}

export function authorise(checkout: Checkout): Transition {
  if (!isDurationAllowed(checkout.duration)) return [{ phase: 'reviewing', checkout }, []]
  return [
    {
      phase: 'signing',
      checkout: { ...checkout, notice: null, shortfall: null, signature: null },
      step: 'preparing',
      slow: false,
    },
    [{ type: 'authorise', maxDurationSeconds: checkout.duration.seconds }],
  ]
}

/** A null signature is one that this page does not have: another tab's, or one whose answer a reload lost. */
export function opening(checkout: Checkout, signature: Hex | null): Transition {
  const effect: Effect = signature ? { type: 'open', signature } : { type: 'await_opening' }
  return [
    {
      phase: 'opening',
      checkout: { ...checkout, notice: null, signature, undecided: true },
      signature,
      slow: false,
    },
    [effect],
  ]
}

export function complete(
  checkout: Checkout,
  reading: MeterReading | null,
  foundOnLoad: boolean,
  announcements: Effect[] = [{ type: 'announce_complete', foundOnLoad }],
): Transition {
  const read: Effect[] = checkout.customer !== null && reading === null ? [{ type: 'read_subscription' }] : []
  const next: StateIn<'complete'> = {
    phase: 'complete',
    checkout: { ...checkout, ...signedFor(checkout), notice: null, undecided: false },
    reading,
    foundOnLoad,
    control: 'idle',
    problem: null,
  }
  return [next, [{ type: 'abort_flow' }, ...announcements, ...read]]
}

/** Without what was prepared here and then authorised otherwise: only what was signed may pass for the meter's terms. */
function signedFor({ prepared, signature, session }: Checkout): Partial<Checkout> {
  const isOwn = prepared !== null && signature !== null && isOfSession(prepared, session)
  return isOwn ? {} : { prepared: null, signature: null, txHash: null, accountKind: null }
}

export function expired(checkout: Checkout, announcements: Effect[] = []): Transition {
  return [
    { phase: 'expired', checkout: { ...checkout, notice: null } },
    [{ type: 'abort_flow' }, ...announcements],
  ]
}

export function withCheckout(state: State, change: Partial<Checkout>): Transition {
  return 'checkout' in state ? [{ ...state, checkout: { ...state.checkout, ...change } }, []] : [state, []]
}
