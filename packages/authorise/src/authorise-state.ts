import type { Address, Chain, CheckoutSession, Hex, WireMeterTerms } from '@per-second/protocol/types'
import type { DurationDraft } from './duration/duration-draft.ts'
import type { Shortfall } from './flows/shortfall.ts'
import type { MeterReading } from './meter.ts'
import type { Problem } from './problem.ts'
import type { AccountKind, Pairing, WalletChoice, WalletConnection } from './wallet/wallet.ts'

/** The element's read-only `phase` (design, section 7). */
export type Phase =
  | 'loading'
  | 'unavailable'
  | 'choosing'
  | 'connecting'
  | 'signing_in'
  | 'reviewing'
  | 'signing'
  | 'opening'
  | 'complete'
  | 'expired'
  | 'canceled'
  | 'error'

/** Something to say that is no failure and asks for nothing. */
export type Notice =
  | 'account_changed'
  | 'disconnected'
  | 'signed_out'
  | 'asked_before'
  | 'contract_balance_low'

/** Terms the service would have signed, for which subscription, and until when. */
export type Prepared = { terms: WireMeterTerms; subscription: string | null; signBy: number }

/** Everything known about a checkout once its session is there; every later phase carries it. */
export type Checkout = {
  session: CheckoutSession
  /** Whether the merchant fixed the maximum duration, so that there is nothing to choose. */
  capFixed: boolean
  chain: Chain | null
  duration: DurationDraft
  email: string
  emailRefused: boolean
  connection: WalletConnection | null
  /** The customer signed in as, with `connection`'s account; null before. */
  customer: string | null
  /** What the service would have signed, shown under "Details"; the element signs what it builds itself. */
  prepared: Prepared | null
  /** The payee shown first: no other is signed for before the page is loaded anew. */
  payee: Address | null
  /** What the wallet gave for `prepared`, kept for the receipt; null before, and in a tab that did not sign. */
  signature: Hex | null
  /** Who answers for the connected account; null until it is read, or where it cannot be. */
  accountKind: AccountKind | null
  txHash: Hex | null
  /** Whether an opening may be under way whose end is not known here, so that nobody can say that nothing was authorised. */
  undecided?: boolean
  /** What the connected account held of the token when it was last read, in base units; null before. */
  balance: bigint | null
  notice: Notice | null
  /** With the notice `contract_balance_low`. */
  shortfall: Shortfall | null
}

/** Where "Try again" goes on. */
export type Retry = 'discover' | 'connect' | 'sign_in' | 'authorise' | 'open'

export type State =
  | { phase: 'loading'; sessionId: string | null }
  | { phase: 'unavailable'; sessionId: string; problem: Problem }
  | { phase: 'choosing'; checkout: Checkout; wallets: 'unasked' | 'looking' | WalletChoice[] }
  | {
      phase: 'connecting'
      checkout: Checkout
      wallet: WalletChoice
      slow: boolean
      /** The way to a wallet on another device, once there is one to show. */
      pairing: Pairing | null
    }
  | { phase: 'signing_in'; checkout: Checkout; step: 'idle' | 'service' | 'wallet'; slow: boolean }
  | { phase: 'reviewing'; checkout: Checkout }
  | {
      phase: 'signing'
      checkout: Checkout
      step: 'preparing' | 'chain' | 'checking' | 'wallet'
      slow: boolean
    }
  | { phase: 'opening'; checkout: Checkout; signature: Hex | null; slow: boolean }
  | {
      phase: 'complete'
      checkout: Checkout
      reading: MeterReading | null
      /** Whether the session was complete when the page loaded: nobody is sent away from what they came to see. */
      foundOnLoad: boolean
      control: 'idle' | 'confirming_stop' | 'pausing' | 'resuming' | 'stopping'
      problem: Problem | null
    }
  | { phase: 'expired'; checkout: Checkout }
  | { phase: 'canceled'; checkout: Checkout }
  | {
      phase: 'error'
      checkout: Checkout
      problem: Problem
      retry: Retry
      wallet: WalletChoice | null
      signature: Hex | null
    }

export const INITIAL_STATE: State = { phase: 'loading', sessionId: null }

export type StateIn<P extends Phase> = Extract<State, { phase: P }>

/** The checkout of a state, or null before its session is there. */
export function checkoutOf(state: State): Checkout | null {
  return 'checkout' in state ? state.checkout : null
}

/** The phase as the page sees it: signing in again to look after a complete session is still `complete`. */
export function publicPhase(state: State): Phase {
  return checkoutOf(state)?.session.status === 'complete' ? 'complete' : state.phase
}

/** Whether the subscriber is only signing in to a session that is complete already, to see or stop its meter. */
export function isManaging(state: State): boolean {
  return state.phase !== 'complete' && publicPhase(state) === 'complete'
}

/** Whether "Cancel" is offered: until Authorise is pressed, and while nothing is signed. */
export function isCancelable(state: State): boolean {
  if (checkoutOf(state)?.undecided) return false
  switch (state.phase) {
    case 'choosing':
    case 'connecting':
    case 'signing_in':
    case 'reviewing':
      return true
    case 'error':
      return state.retry !== 'open'
    default:
      return false
  }
}

/** Whether the duration can be edited now. */
export function isDurationEditable(state: State): boolean {
  const isAsked = state.phase === 'signing_in' && state.step !== 'idle'
  return publicPhase(state) !== 'complete' && isCancelable(state) && !isAsked
}
