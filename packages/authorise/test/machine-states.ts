import type { Event } from '../src/machine/event.ts'
import type { Checkout, State, StateIn } from '../src/machine/state.ts'
import { ASKED, COMPLETE, CONNECTION, SESSION, SIGNED, SUBSCRIPTION, WALLET } from './fixtures.ts'

/** An hour, the default before any choice. */
const HOUR = { amount: '1', unit: 'hours', seconds: 3_600, least: 60 } as const

export const READING = {
  subscription: SUBSCRIPTION,
  readAt: 0,
  deviceTime: 1_800_000_000,
  clockFrozen: false,
}
export const OVER = { ...READING, subscription: { ...SUBSCRIPTION, status: 'canceled' as const } }

/** A checkout whose session has just arrived. */
export function checkout(change: Partial<Checkout> = {}): Checkout {
  return {
    session: SESSION,
    cap: null,
    chain: null,
    duration: HOUR,
    email: '',
    emailRefused: false,
    connection: null,
    customer: null,
    prepared: null,
    payee: null,
    lock: null,
    chainStop: 'idle',
    isUnread: false,
    ownProblem: null,
    openElsewhere: null,
    balance: null,
    notice: null,
    isFilled: false,
    ...change,
  }
}

/** The same with all inputs for Authorise. */
export function filled(change: Partial<Checkout> = {}): Checkout {
  return checkout({ connection: CONNECTION, email: 'ada@example.com', ...change })
}

/** With the wallet's prompt open, and with its answer. */
export const asked = (change: Partial<Checkout> = {}) => filled({ lock: ASKED, ...change })
export const signed = (change: Partial<Checkout> = {}) => filled({ lock: SIGNED, ...change })

/** A complete session, in a browser without a record of it. */
export const strange = (change: Partial<Checkout> = {}) => checkout({ session: COMPLETE, ...change })

export function choosing(of: Checkout, wallets: StateIn<'choosing'>['wallets'] = 'unasked'): State {
  return { phase: 'choosing', checkout: of, wallets }
}

export function connecting(of: Checkout, slow = false): State {
  return { phase: 'connecting', checkout: of, wallet: WALLET, slow, pairing: null }
}

export function signingIn(of: Checkout, step: StateIn<'signing_in'>['step'] = 'idle', slow = false): State {
  return { phase: 'signing_in', checkout: of, step, slow }
}

export function reviewing(of: Checkout): State {
  return { phase: 'reviewing', checkout: of }
}

export function signing(of: Checkout, step: StateIn<'signing'>['step'] = 'preparing', slow = false): State {
  return { phase: 'signing', checkout: of, step, slow }
}

export function opening(of: Checkout, slow = false): State {
  return { phase: 'opening', checkout: of, slow }
}

export function complete(of: Checkout, rest: Partial<StateIn<'complete'>> = {}): State {
  const begun = { reading: null, foundOnLoad: false, control: 'idle', slow: false, problem: null } as const
  return { phase: 'complete', checkout: of, ...begun, ...rest }
}

export function expired(of: Checkout): State {
  return { phase: 'expired', checkout: of }
}

export function error(
  of: Checkout,
  code: string,
  retry: StateIn<'error'>['retry'],
  wallet: StateIn<'error'>['wallet'] = null,
): State {
  return { phase: 'error', checkout: of, problem: { code }, retry, wallet }
}

export const failed = (code: string): Event => ({ type: 'failed', problem: { code } })
export const saying = (code: string) => ({ type: 'announce_error' as const, problem: { code } })
export const typed = (amount: string): Event => ({ type: 'duration_edited', edit: { amount } })
