import type { MeterAction } from '../service/answer.ts'
import type { WalletChoice } from '../wallet/wallet.ts'
import type { Problem } from './problem.ts'
import type { SignatureLock } from './signature-lock.ts'
import type { State } from './state.ts'

/** An event that the page receives. */
export type Announcement =
  | { type: 'announce_ready' }
  | { type: 'announce_change'; durationSeconds: number }
  | { type: 'announce_signed_in'; customer: string }
  | { type: 'announce_complete'; foundOnLoad: boolean }
  /** `stays` if a signature is still open: the subscriber has to read that before the page is left. */
  | { type: 'announce_cancel'; stays: boolean }
  | { type: 'announce_error'; problem: Problem }

/** A request to the service, the wallet or the browser. */
export type OutsideEffect =
  /** `isChange` releases the wallet: the subscriber wants another one. */
  | { type: 'discover'; isChange: boolean }
  | { type: 'reconnect'; walletId: string }
  | { type: 'connect'; wallet: WalletChoice }
  | { type: 'sign_in' }
  | { type: 'prepare'; maxDurationSeconds: number }
  | { type: 'authorise'; maxDurationSeconds: number }
  | { type: 'open' }
  | { type: 'await_opening' }
  | { type: 'resume_meter' }
  | { type: 'stop_on_chain'; lock: SignatureLock }
  | { type: 'look_at_escrow'; lock: SignatureLock }
  | { type: 'read_subscription' }
  | { type: 'act'; action: MeterAction }

/** A side effect of an event. */
export type Effect =
  | { type: 'load'; sessionId: string }
  | { type: 'abort_flow' }
  /** A browser may cache the failure of a module until the page is reloaded. */
  | { type: 'reload_page' }
  | Announcement
  | OutsideEffect

/** The next state and its side effects, in order. */
export type Transition = [State, Effect[]]
