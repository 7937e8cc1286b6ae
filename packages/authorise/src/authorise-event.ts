import type { Chain, CheckoutSession, Hex, PreparedAuthorisation } from '@per-second/protocol/types'
import type { DurationEdit } from './duration/duration-draft.ts'
import type { Shortfall } from './flows/shortfall.ts'
import type { Draft } from './further/draft-store.ts'
import type { MeterReading } from './meter.ts'
import type { Problem } from './problem.ts'
import type { KeptSignIn } from './token-store.ts'
import type { AccountKind, Pairing, WalletChoice, WalletConnection } from './wallet/wallet.ts'

/** What this tab keeps of a session over a reload. */
export type Kept = {
  resume: KeptSignIn | null
  /** Whether the cap on the session is the subscriber's own choice. */
  capChosen: boolean
  /** What they had entered. */
  draft?: Draft | null
}

/** What can happen to a checkout: a person's press, an answer of the service or the wallet, something in the page around it. */
export type Event =
  | { type: 'session_requested'; sessionId: string | null }
  | ({ type: 'session_loaded'; session: CheckoutSession; chain: Chain | null } & Kept)
  | { type: 'session_read'; session: CheckoutSession }
  | { type: 'chain_read'; chain: Chain }
  | { type: 'duration_edited'; edit: DurationEdit }
  | { type: 'email_edited'; email: string }
  | { type: 'connect_pressed' }
  | { type: 'wallets_found'; wallets: WalletChoice[] }
  | { type: 'wallet_chosen'; wallet: WalletChoice }
  | { type: 'pairing_offered'; pairing: Pairing }
  | {
      type: 'wallet_connected'
      connection: WalletConnection
      customer: string | null
      /** Whether this tab is still signed in with another account, which would be refused the session. */
      othersSignIn?: boolean
    }
  | { type: 'wallet_not_resumed' }
  | { type: 'wallet_changed'; connection: WalletConnection | null }
  | { type: 'change_wallet_pressed' }
  | { type: 'sign_in_pressed' }
  | { type: 'sign_in_waits'; step: 'service' | 'wallet' }
  | {
      type: 'signed_in'
      customer: string
      session: CheckoutSession
      /** What this account signed here under an earlier sign-in, and still holds for the session. */
      kept?: KeptSignIn
      /** Whether what it held was for other terms than the session has, so that no opening is in flight. */
      isFree?: boolean
    }
  | { type: 'opening_excluded' }
  | { type: 'prepared'; prepared: PreparedAuthorisation }
  | { type: 'authorise_pressed' }
  | { type: 'signing_waits'; step: 'preparing' | 'chain' | 'checking' | 'wallet' }
  | { type: 'account_read'; kind: AccountKind }
  | { type: 'balance_read'; balance: bigint }
  | { type: 'contract_balance_low'; shortfall: Shortfall }
  | { type: 'signed'; signature: Hex }
  | { type: 'opening_sent'; txHash: Hex }
  | { type: 'opening_elsewhere' }
  | { type: 'opening_released' }
  | { type: 'authorised'; session: CheckoutSession; reading: MeterReading; txHash: Hex }
  | { type: 'subscription_read'; reading: MeterReading }
  | { type: 'acted'; reading: MeterReading }
  | { type: 'pause_pressed' | 'resume_pressed' | 'stop_pressed' | 'stop_dismissed' | 'stop_confirmed' }
  | { type: 'failed'; problem: Problem }
  | { type: 'signed_out' }
  | { type: 'wait_prolonged' }
  | { type: 'back_online' | 'page_restored' }
  | { type: 'ask_again_pressed' }
  | { type: 'retry_pressed' | 'cancel_pressed' | 'restart_pressed' }
