import type { MeterAction } from '../service/answer.ts'
import type { WalletChoice } from '../wallet/wallet.ts'
import type { Problem } from './problem.ts'
import type { SignatureLock } from './signature-lock.ts'
import type { State } from './state.ts'

/** What is to be told to the page. */
export type Announcement =
  | { type: 'announce_ready' }
  | { type: 'announce_change'; durationSeconds: number }
  | { type: 'announce_signed_in'; customer: string }
  | { type: 'announce_complete'; foundOnLoad: boolean }
  /** `stays` where something was signed that is still open: that is to be read before the page is left. */
  | { type: 'announce_cancel'; stays: boolean }
  | { type: 'announce_error'; problem: Problem }

/** What asks the service, the wallet or the browser for something. */
export type OutsideEffect =
  /** `isChange` when another wallet is wanted than the one the page is connected to. */
  | { type: 'discover'; isChange: boolean }
  | { type: 'reconnect'; walletId: string }
  | { type: 'connect'; wallet: WalletChoice }
  | { type: 'disconnect' }
  | { type: 'sign_in' }
  | { type: 'prepare'; maxDurationSeconds: number }
  | { type: 'authorise'; maxDurationSeconds: number }
  | { type: 'open' }
  | { type: 'await_opening' }
  | { type: 'take_up_meter' }
  | { type: 'stop_on_chain'; lock: SignatureLock }
  | { type: 'look_at_escrow'; lock: SignatureLock }
  | { type: 'read_subscription' }
  | { type: 'act'; action: MeterAction }

/** What is to be done about an event. */
export type Effect =
  | { type: 'load'; sessionId: string }
  | { type: 'abort_flow' }
  /** The browser may remember until then that a part of the element could not be loaded. */
  | { type: 'reload_page' }
  | Announcement
  | OutsideEffect

/** What a state becomes, and what is to be done about it, in order. */
export type Transition = [State, Effect[]]
