import type { Chain, CheckoutSession, Hex } from '@per-second/protocol/types'
import type { MeterReading } from '../meter/meter-status.ts'
import type { AccountKind, Pairing, WalletChoice, WalletConnection } from '../wallet/wallet.ts'
import type { DurationEdit } from './duration-draft.ts'
import type { Entered } from './entered.ts'
import type { Problem } from './problem.ts'
import type { Shortfall } from './shortfall.ts'
import type { OpenSignature, SignatureLock } from './signature-lock.ts'
import type { Checkout, Prepared } from './state.ts'

/** What this browser keeps of a session over a reload, and what the page proposes to begin with. */
export type Kept = {
  /** Whose meter the kept token looks after. */
  customer: string | null
  lock: SignatureLock | null
  entered: Entered | null
}

/** What can happen to a checkout: a person's press, an answer of the service or the wallet, something in the page around it. */
export type Event =
  | { type: 'session_requested'; sessionId: string | null; isReturn: boolean }
  | ({
      type: 'session_loaded'
      session: CheckoutSession
      cap: Checkout['cap']
      /** The `email` and `duration` attributes. */
      proposed: { email: string; seconds: number | null }
    } & Kept)
  /** It cannot be had; `lock` is what this browser signed for it. */
  | { type: 'session_failed'; problem: Problem; lock: SignatureLock | null }
  | { type: 'session_read'; session: CheckoutSession }
  /** `least` is the shortest length that reaches the service's smallest deposit, in seconds. */
  | { type: 'chain_read'; chain: Chain; least: number }
  | { type: 'duration_edited'; edit: DurationEdit }
  | { type: 'email_edited'; email: string }
  /** The field is left, with something else in it than before. */
  | { type: 'email_left' }
  | { type: 'connect_pressed' }
  /** `isChange` when they are to be chosen from, however few they are. */
  | { type: 'wallets_found'; wallets: WalletChoice[]; isChange: boolean }
  | { type: 'wallet_chosen'; wallet: WalletChoice }
  | { type: 'pairing_offered'; pairing: Pairing }
  | { type: 'wallet_connected'; connection: WalletConnection }
  | { type: 'wallet_not_resumed' }
  | { type: 'wallet_changed'; connection: WalletConnection | null }
  | { type: 'change_wallet_pressed' }
  | { type: 'sign_in_pressed' }
  | { type: 'sign_in_waits'; step: 'service' | 'wallet' }
  | { type: 'signed_in'; customer: string; session: CheckoutSession }
  | { type: 'prepared'; prepared: Prepared }
  | { type: 'authorise_pressed' }
  | { type: 'signing_waits'; step: 'preparing' | 'chain' | 'checking' | 'wallet' }
  | { type: 'account_read'; kind: AccountKind }
  | { type: 'balance_read'; balance: bigint }
  | { type: 'contract_balance_low'; shortfall: Shortfall }
  | { type: 'open_elsewhere'; signature: OpenSignature }
  | { type: 'locked'; lock: SignatureLock }
  /** What the page still shows of another digest stays. */
  | { type: 'lock_fell'; digest: Hex }
  /** The escrow was to be read: whether a wallet could be read through. */
  | { type: 'escrow_looked'; isRead: boolean }
  | { type: 'look_pressed' }
  | { type: 'look_failed'; problem: Problem }
  | { type: 'signed'; lock: SignatureLock }
  | { type: 'opening_sent'; txHash: Hex }
  | { type: 'opening_elsewhere' }
  | { type: 'opening_released' }
  | { type: 'authorised'; session: CheckoutSession; customer: string; reading: MeterReading; txHash: Hex }
  /** This browser has a token for the meter already. */
  | { type: 'token_found'; customer: string }
  | { type: 'subscription_read'; reading: MeterReading }
  | { type: 'acted'; reading: MeterReading }
  | { type: 'pause_pressed' | 'resume_pressed' | 'stop_pressed' | 'stop_dismissed' | 'stop_confirmed' }
  | { type: 'stop_on_chain_pressed' }
  | { type: 'stop_sent' }
  | { type: 'stopped_on_chain' }
  | { type: 'stop_failed'; problem: Problem }
  | { type: 'failed'; problem: Problem }
  | { type: 'signed_out' }
  | { type: 'wait_prolonged' }
  | { type: 'back_online' | 'page_restored' }
  | { type: 'ask_again_pressed' }
  | { type: 'retry_pressed' | 'cancel_pressed' | 'restart_pressed' }

export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>
