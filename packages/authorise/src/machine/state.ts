import type { Address, Chain, CheckoutSession, Hex, WireMeterTerms } from '@per-second/protocol/types'
import type { MeterReading } from '../meter/meter-status.ts'
import type { AccountKind, Pairing, WalletChoice, WalletConnection } from '../wallet/wallet.ts'
import type { DurationDraft } from './duration-draft.ts'
import type { Problem } from './problem.ts'
import type { Shortfall } from './shortfall.ts'
import type { OpenSignature, SignatureLock } from './signature-lock.ts'

/** Something to say that is no failure and asks for nothing. */
export type Notice = 'account_changed' | 'disconnected' | 'signed_elsewhere' | 'contract_balance_low'

/**
 * How far the payer's own stop on the chain is: the wallet is asked, the transaction is sent, the escrow has it. One that failed can
 * be tried again.
 */
export type ChainStop = 'idle' | 'asked' | 'sent' | 'done' | 'failed'

/** Terms the service would have signed, checked, and until when. */
export type Prepared = { terms: WireMeterTerms; signBy: number }

/** Everything known about a checkout once its session is there; every later phase carries it. */
export type Checkout = {
  session: CheckoutSession
  /** Who fixed the maximum duration; null while it is the subscriber's to choose, or where the service does not say. */
  cap: 'merchant' | 'subscriber' | null
  chain: Chain | null
  duration: DurationDraft
  email: string
  emailRefused: boolean
  connection: WalletConnection | null
  /** The customer whose meter this browser may look after; null before, and where nobody has come back to it. */
  customer: string | null
  /** What the service would have signed, shown under "Details"; the element signs what it builds itself. */
  prepared: Prepared | null
  /** The payee shown first: no other is signed for before the page is loaded anew. */
  payee: Address | null
  /** What this browser's wallet was asked to sign for the session; null while nothing stands. */
  lock: SignatureLock | null
  chainStop: ChainStop
  /** Whether the escrow could not be read, so the page does not know whether the signed meter is open. */
  isUnread: boolean
  /** Signatures for other sessions that are still good, once they were found; they are shown before another is asked for. */
  openElsewhere: OpenSignature | null
  /** Who answers for the connected account; null until it is read, or where it cannot be. */
  accountKind: AccountKind | null
  txHash: Hex | null
  /** What the connected account held of the token when it was last read, in base units; null before. */
  balance: bigint | null
  notice: Notice | null
  /** With the notice `contract_balance_low`. */
  shortfall: Shortfall | null
}

/** Where "Try again" goes on. */
export type Retry = 'discover' | 'connect' | 'sign_in' | 'authorise' | 'open'

export type State =
  | {
      phase: 'loading'
      sessionId: string | null
      /** Whether this browser keeps a token of the session: somebody comes back to a meter. */
      isReturn: boolean
      slow: boolean
    }
  | {
      phase: 'unavailable'
      sessionId: string
      problem: Problem
      /** What this browser signed for the session all the same. */
      lock: SignatureLock | null
      chainStop: ChainStop
      isUnread: boolean
    }
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
  | { phase: 'opening'; checkout: Checkout; slow: boolean }
  | {
      phase: 'complete'
      checkout: Checkout
      reading: MeterReading | null
      /** Whether the session was complete when the page loaded: nobody is sent away from what they came to see. */
      foundOnLoad: boolean
      control: 'idle' | 'confirming_stop' | 'pausing' | 'resuming' | 'stopping'
      /** Whether the service has been waited for so long that another way on is wanted. */
      slow: boolean
      problem: Problem | null
    }
  | { phase: 'expired'; checkout: Checkout }
  | { phase: 'canceled'; checkout: Checkout }
  | { phase: 'error'; checkout: Checkout; problem: Problem; retry: Retry; wallet: WalletChoice | null }

/** The element's read-only `phase`. */
export type Phase = State['phase']

export const INITIAL_STATE: State = { phase: 'loading', sessionId: null, isReturn: false, slow: false }

export type StateIn<P extends Phase> = Extract<State, { phase: P }>

/** The checkout of a state, or null before its session is there. */
export function checkoutOf(state: State): Checkout | null {
  return 'checkout' in state ? state.checkout : null
}

/** What this browser signed or asked for, also for a session that cannot be had. */
export function lockIn(state: State): SignatureLock | null {
  return (state.phase === 'unavailable' ? state : checkoutOf(state))?.lock ?? null
}

/** The phase as the page sees it: on the way to sign in, to look after a complete session, it is still `complete`. */
export function publicPhase(state: State): Phase {
  return isManaging(state) && state.phase !== 'signing_in' ? 'complete' : state.phase
}

/** Whether somebody is on the way back to a session that is complete already, to see or stop its meter. */
export function isManaging(state: State): boolean {
  return state.phase !== 'complete' && checkoutOf(state)?.session.status === 'complete'
}

/**
 * Whether "Cancel" is offered: until Authorise is pressed, after it when something did not work or takes long, and on the way to
 * sign in.
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
      // An opening that another browser began cannot be given up here, and nobody may say that nothing was authorised.
      return state.retry !== 'open' || state.checkout.lock !== null
    default:
      return false
  }
}

/** Whether what was entered can be changed now: never once the wallet was asked to sign for it. */
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
