import type { Hex } from '@per-second/protocol/types'
import type { State } from './authorise-state.ts'
import type { Problem } from './problem.ts'
import type { MeterAction } from './service/service.ts'
import type { KeptSignIn } from './token-store.ts'
import type { WalletChoice } from './wallet/wallet.ts'

/** What is to be done about an event. */
export type Effect =
  | { type: 'load'; sessionId: string }
  | { type: 'abort_flow' }
  | { type: 'discover' }
  | { type: 'reconnect'; signIn: KeptSignIn }
  | { type: 'connect'; wallet: WalletChoice }
  | { type: 'disconnect' }
  | { type: 'sign_out' }
  | { type: 'sign_in' }
  | { type: 'prepare'; maxDurationSeconds: number }
  | { type: 'authorise'; maxDurationSeconds: number }
  | { type: 'open'; signature: Hex }
  | { type: 'await_opening' }
  | { type: 'read_subscription' }
  | { type: 'act'; action: MeterAction }
  | { type: 'announce_ready' }
  | { type: 'announce_change'; durationSeconds: number }
  | { type: 'announce_signed_in'; customer: string }
  | { type: 'announce_complete'; foundOnLoad: boolean }
  | { type: 'announce_cancel' }
  | { type: 'announce_error'; problem: Problem }

/** What a state becomes, and what is to be done about it, in order. */
export type Transition = [State, Effect[]]
