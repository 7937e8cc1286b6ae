import { isSameAddress } from '../chains/is-same-address.ts'
import type { MeterReading } from '../meter/meter-status.ts'
import type { WalletChoice } from '../wallet/wallet.ts'
import { draftFromSeconds, isDurationAllowed } from './duration-draft.ts'
import type { Effect, Transition } from './effect.ts'
import { isEmail } from './email.ts'
import type { Problem } from './problem.ts'
import { recordOf } from './signature-lock.ts'
import type { Checkout, Notice, Retry, State, StateIn } from './state.ts'

/** The entry into each phase, with its effects. */

export function loading(sessionId: string, isReturn: boolean, before: Effect[] = []): Transition {
  return [{ phase: 'loading', sessionId, isReturn, slow: false }, [...before, { type: 'load', sessionId }]]
}

export function discovering(checkout: Checkout): Transition {
  return [{ phase: 'choosing', checkout, wallets: 'looking' }, [{ type: 'discover', isChange: false }]]
}

export function connecting(checkout: Checkout, wallet: WalletChoice): Transition {
  return [
    { phase: 'connecting', checkout: { ...checkout, notice: null }, wallet, slow: false, pairing: null },
    [{ type: 'connect', wallet }],
  ]
}

/** Only to return to a complete session: an authorisation signs in by itself. */
export function signingIn(checkout: Checkout, notice: Notice | null = null): Transition {
  return [{ phase: 'signing_in', checkout: { ...checkout, notice }, step: 'idle', slow: false }, []]
}

export function askingToSignIn(checkout: Checkout): Transition {
  return [
    { phase: 'signing_in', checkout: { ...checkout, notice: null }, step: 'service', slow: false },
    [{ type: 'sign_in' }],
  ]
}

/** With the account that pays, if one is connected. A lock of another account stays that account's. */
export function reviewing(checkout: Checkout): Transition {
  const { lock, connection, duration } = checkout
  if (!connection) return [{ phase: 'choosing', checkout, wallets: 'unasked' }, []]
  if (lock && !isSameAddress(lock.terms.payer, connection.address)) {
    return failing(checkout, { code: 'other_account_asked' }, { retry: 'connect' })
  }
  const prepares = lock === null && isDurationAllowed(duration)
  return [
    { phase: 'reviewing', checkout },
    prepares ? [{ type: 'prepare', maxDurationSeconds: duration.seconds }] : [],
  ]
}

/** The wallet is resumed as it is now, without a prompt. */
export function resuming(checkout: Checkout, walletId: string, before: Effect[] = []): Transition {
  return [
    { phase: 'choosing', checkout: { ...checkout, connection: null }, wallets: 'looking' },
    [...before, { type: 'reconnect', walletId }],
  ]
}

/** Returns from a phase that ignores changes of the wallet. */
export function reviewingAnew(checkout: Checkout): Transition {
  const { connection } = checkout
  return connection ? resuming(checkout, connection.walletId) : reviewing(checkout)
}

/** From the press of Authorise. An open lock is prompted for again. After a reload no wallet is connected yet. */
export function signing(checkout: Checkout): Transition {
  const { connection, duration, email, lock } = checkout
  if (!connection) return discovering(checkout)
  if (!isEmail(email)) return [{ phase: 'reviewing', checkout: { ...checkout, emailRefused: true } }, []]
  const requested = lock ? draftFromSeconds(lock.terms.max_seconds) : duration
  if (!isDurationAllowed(requested)) return [{ phase: 'reviewing', checkout }, []]
  return [
    {
      phase: 'signing',
      checkout: { ...checkout, notice: null, isFilled: false },
      step: 'preparing',
      slow: false,
    },
    [{ type: 'authorise', maxDurationSeconds: requested.seconds }],
  ]
}

/** A signature of this browser is submitted. Another browser's opening is awaited. */
export function opening(checkout: Checkout): Transition {
  const effect: Effect = { type: checkout.lock?.signature ? 'open' : 'await_opening' }
  return [{ phase: 'opening', checkout: { ...checkout, notice: null }, slow: false }, [effect]]
}

type Completed = { reading: MeterReading | null; foundOnLoad: boolean; announcements?: Effect[] }

export function complete(checkout: Checkout, { reading, foundOnLoad, ...told }: Completed): Transition {
  const { announcements = [{ type: 'announce_complete', foundOnLoad }] } = told
  const begun = beginningOf(checkout, reading, foundOnLoad)
  const next: StateIn<'complete'> = {
    phase: 'complete',
    checkout: { ...checkout, notice: null },
    reading,
    foundOnLoad,
    control: 'idle',
    slow: false,
    problem: null,
  }
  return [next, [{ type: 'abort_flow' }, ...announcements, ...begun]]
}

/** The first effects depend on whether the meter is this browser's. */
function beginningOf(checkout: Checkout, reading: MeterReading | null, foundOnLoad: boolean): Effect[] {
  if (checkout.customer !== null) return reading === null ? [{ type: 'read_subscription' }] : []
  const isPossiblyOurs = !foundOnLoad || recordOf(checkout) !== null
  return isPossiblyOurs ? [{ type: 'resume_meter' }] : []
}

export function expired(checkout: Checkout, announcements: Effect[] = []): Transition {
  return [
    { phase: 'expired', checkout: { ...checkout, notice: null } },
    [{ type: 'abort_flow' }, ...announcements],
  ]
}

export function failing(
  checkout: Checkout,
  problem: Problem,
  { retry, wallet = null }: { retry: Retry; wallet?: WalletChoice | null },
): Transition {
  return [
    { phase: 'error', checkout: { ...checkout, notice: null }, problem, retry, wallet },
    [{ type: 'announce_error', problem }],
  ]
}

export function withCheckout(state: State, change: Partial<Checkout>): Transition {
  return 'checkout' in state ? [{ ...state, checkout: { ...state.checkout, ...change } }, []] : [state, []]
}
