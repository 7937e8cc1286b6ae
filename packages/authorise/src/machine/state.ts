import type { Address, Chain, CheckoutSession, WireMeterTerms } from '@per-second/protocol/types'
import type { MeterReading } from '../meter/meter-status.ts'
import type { WalletChoice, WalletConnection } from '../wallet/wallet.ts'
import type { DurationDraft } from './duration-draft.ts'
import type { Problem } from './problem.ts'
import type { OpenSignature, SignatureLock } from './signature-lock.ts'

/** Information that is no failure and needs no action. */
export type Notice = 'account_changed' | 'disconnected' | 'signed_elsewhere'

/** The progress of the payer's own on-chain stop: requested from the wallet, sent as a transaction, known to the escrow. */
export type ChainStop = 'idle' | 'asked' | 'sent' | 'done'

/** This browser's signature for the session, and what its payer did about it without the service. */
export type OwnSignature = {
  /** The open signature request of this browser for the session; null if there is none. */
  lock: SignatureLock | null
  chainStop: ChainStop
  /** Whether the escrow could not be read, so the page does not know whether the signed meter is open. */
  isUnread: boolean
  /** Why the last stop on the chain, or the last reading on demand, failed. Both can be tried again. */
  ownProblem: Problem | null
}

/** All data of a checkout once its session has arrived. Every later phase carries it. */
export type Checkout = OwnSignature & {
  session: CheckoutSession
  /** The party that fixed the maximum duration; null while the subscriber can choose it, or if the service does not report it. */
  cap: 'merchant' | 'subscriber' | null
  chain: Chain | null
  duration: DurationDraft
  email: string
  emailRefused: boolean
  connection: WalletConnection | null
  /** The customer whose meter this browser may control; null before, and if the subscriber has not signed in again. */
  customer: string | null
  /** The terms of the service's draft, checked and shown under "Details". The element signs the terms that it builds itself. */
  prepared: WireMeterTerms | null
  /** The payee shown first. The element signs for no other payee until the page is loaded again. */
  payee: Address | null
  /** Valid signatures for other sessions. They are shown before the next signature request. */
  openElsewhere: OpenSignature | null
  /** The connected account's last read balance of the token, in base units; null before the first reading. */
  balance: bigint | null
  notice: Notice | null
  /** Whether the subscriber said that the missing money was added. */
  isFilled: boolean
}

/** The step that "Try again" repeats. */
export type Retry = 'discover' | 'connect' | 'sign_in' | 'authorise' | 'open'

export type State =
  | {
      phase: 'loading'
      sessionId: string | null
      /** Whether this browser keeps a token of the session, so a subscriber returns to a meter. */
      isReturn: boolean
      slow: boolean
    }
  | ({ phase: 'unavailable'; sessionId: string; problem: Problem } & OwnSignature)
  | { phase: 'choosing'; checkout: Checkout; wallets: 'unasked' | 'looking' | WalletChoice[] }
  | {
      phase: 'connecting'
      checkout: Checkout
      wallet: WalletChoice
      slow: boolean
      /** The link that pairs a wallet on another device, once there is one to show. */
      pairing: string | null
    }
  | { phase: 'signing_in'; checkout: Checkout; step: 'idle' | 'service' | 'wallet'; slow: boolean }
  | { phase: 'reviewing'; checkout: Checkout }
  | {
      phase: 'signing'
      checkout: Checkout
      step: 'preparing' | 'chain' | 'wallet'
      slow: boolean
    }
  | { phase: 'opening'; checkout: Checkout; slow: boolean }
  | {
      phase: 'complete'
      checkout: Checkout
      reading: MeterReading | null
      /** Whether the session was complete when the page loaded. Then the subscriber came to see it, and is not sent on. */
      foundOnLoad: boolean
      control: 'idle' | 'confirming_stop' | 'pausing' | 'resuming' | 'stopping'
      /** Whether the service is slow to respond, so another way is offered. */
      slow: boolean
      problem: Problem | null
    }
  | { phase: 'expired'; checkout: Checkout }
  | { phase: 'canceled'; checkout: Checkout }
  | { phase: 'error'; checkout: Checkout; problem: Problem; retry: Retry; wallet: WalletChoice | null }

/** The element's read-only `phase`. */
export type Phase = State['phase']

export const INITIAL_STATE: State = { phase: 'loading', sessionId: null, isReturn: false, slow: false }

/** A record, or none, about which its payer has done nothing yet. */
export function untried(lock: SignatureLock | null): OwnSignature {
  return { lock, chainStop: 'idle', isUnread: false, ownProblem: null }
}

export type StateIn<P extends Phase> = Extract<State, { phase: P }>

/** The checkout of a state, or null before its session is there. */
export function checkoutOf(state: State): Checkout | null {
  return 'checkout' in state ? state.checkout : null
}

/** This browser's lock, also for a session that cannot be loaded. */
export function lockIn(state: State): SignatureLock | null {
  return (state.phase === 'unavailable' ? state : checkoutOf(state))?.lock ?? null
}

/** The phase as the page sees it. During the sign-in to a complete session it is still `complete`. */
export function publicPhase(state: State): Phase {
  return isManaging(state) && state.phase !== 'signing_in' ? 'complete' : state.phase
}

/** Whether the subscriber is returning to a complete session, to see or stop its meter. */
export function isManaging(state: State): boolean {
  return state.phase !== 'complete' && checkoutOf(state)?.session.status === 'complete'
}

/**
 * Whether "Cancel" is offered: before Authorise is pressed, after a failure or a long wait, and during the sign-in.
 */
export function isCancelable(state: State): boolean {
  switch (state.phase) {
    case 'choosing':
    case 'connecting':
    case 'signing_in':
    case 'reviewing':
      return true
    case 'signing':
      return state.slow
    case 'opening':
      return state.slow && state.checkout.lock !== null
    case 'error':
      // An opening by another browser cannot be given up here: the page cannot know that nothing was authorised.
      return state.retry !== 'open' || state.checkout.lock !== null
    default:
      return false
  }
}

/** Whether the input can be changed now. A signature request locks it. */
export function isEditable(
  state: State,
): state is StateIn<'choosing' | 'connecting' | 'reviewing' | 'error'> {
  const isEntering = ['choosing', 'connecting', 'reviewing', 'error'].includes(state.phase)
  return isEntering && !checkoutOf(state)?.lock && !isManaging(state)
}

export function isDurationEditable(
  state: State,
): state is StateIn<'choosing' | 'connecting' | 'reviewing' | 'error'> {
  if (!isEditable(state) || state.checkout.session.max_duration_seconds !== null) return false
  return state.phase !== 'error' || state.retry !== 'open'
}
