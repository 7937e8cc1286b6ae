import type { DurationUnit } from '@per-second/protocol/time'
import type { Chain, CheckoutSession, Hex, WireMeterTerms } from '@per-second/protocol/types'
import type { MeterReading } from '../meter/meter-status.ts'
import type { WalletChoice, WalletConnection } from '../wallet/wallet.ts'
import type { DurationEdit } from './duration-draft.ts'
import type { Problem } from './problem.ts'
import type { OpenSignature, SignatureLock } from './signature-lock.ts'
import type { Checkout } from './state.ts'

/** The input of the subscriber: the maximum duration as typed, and the email address. */
export type Entered = { amount: string; unit: DurationUnit; email: string }

/** State of a session that this browser keeps over a reload, and the page's proposals. */
export type Stored = {
  /** The customer that the kept token belongs to. */
  customer: string | null
  lock: SignatureLock | null
  entered: Entered | null
}

/** An event of a checkout: a press, a response of service or wallet, or a change of the page. */
export type Event =
  | { type: 'session_requested'; sessionId: string | null; isReturn: boolean }
  | ({
      type: 'session_loaded'
      session: CheckoutSession
      cap: Checkout['cap']
      /** The `email` and `duration` attributes. */
      proposed: { email: string; seconds: number | null }
    } & Stored)
  /** The session cannot be loaded. `lock` is this browser's signature for it. */
  | { type: 'session_failed'; problem: Problem; lock: SignatureLock | null }
  | { type: 'session_read'; session: CheckoutSession }
  /** `least` is the shortest length that reaches the service's smallest deposit, in seconds. */
  | { type: 'chain_read'; chain: Chain; least: number }
  | { type: 'duration_edited'; edit: DurationEdit }
  | { type: 'email_edited'; email: string }
  /** The subscriber left the field after a change. */
  | { type: 'email_left' }
  | { type: 'connect_pressed' }
  /** `isChange` when the subscriber has to choose, even from one wallet. */
  | { type: 'wallets_found'; wallets: WalletChoice[]; isChange: boolean }
  | { type: 'wallet_chosen'; wallet: WalletChoice }
  | { type: 'pairing_offered'; pairing: string }
  | { type: 'wallet_connected'; connection: WalletConnection }
  | { type: 'wallet_not_resumed' }
  | { type: 'wallet_changed'; connection: WalletConnection | null }
  | { type: 'change_wallet_pressed' }
  | { type: 'sign_in_pressed' }
  | { type: 'sign_in_waits'; step: 'service' | 'wallet' }
  | { type: 'signed_in'; customer: string; session: CheckoutSession }
  | { type: 'prepared'; prepared: WireMeterTerms }
  | { type: 'authorise_pressed' }
  | { type: 'signing_waits'; step: 'preparing' | 'chain' | 'wallet' }
  | { type: 'balance_read'; balance: bigint }
  | { type: 'open_elsewhere'; signature: OpenSignature }
  | { type: 'locked'; lock: SignatureLock }
  /** A lock of another digest stays. */
  | { type: 'lock_fell'; digest: Hex }
  /** The escrow was to be read. `isRead` is false if no wallet could read it. */
  | { type: 'escrow_looked'; isRead: boolean }
  | { type: 'look_pressed' }
  | { type: 'signed'; lock: SignatureLock }
  | { type: 'opening_elsewhere' }
  | { type: 'opening_released' }
  | { type: 'authorised'; session: CheckoutSession; customer: string; reading: MeterReading }
  /** This browser already has a token for the meter. */
  | { type: 'token_found'; customer: string }
  | { type: 'subscription_read'; reading: MeterReading }
  | { type: 'acted'; reading: MeterReading }
  | { type: 'pause_pressed' | 'resume_pressed' | 'stop_pressed' | 'stop_dismissed' | 'stop_confirmed' }
  | { type: 'stop_on_chain_pressed' }
  | { type: 'stop_sent' }
  | { type: 'stopped_on_chain' }
  /** The payer's own stop on the chain, or own look at the escrow, failed. */
  | { type: 'own_failed'; problem: Problem }
  | { type: 'failed'; problem: Problem }
  | { type: 'signed_out' }
  | { type: 'wait_prolonged' }
  | { type: 'back_online' | 'page_restored' }
  | { type: 'retry_pressed' | 'cancel_pressed' }

export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>
