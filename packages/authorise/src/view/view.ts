import type { Code } from '../format/draw-code.ts'
import type { Event } from '../machine/event.ts'
import type { Problem } from '../machine/problem.ts'
import type { State } from '../machine/state.ts'
import type { Carried } from '../meter/carried.ts'
import type { ProblemText, Text } from '../text/text.ts'
import type { WalletChoice } from '../wallet/wallet.ts'
import type { Screens } from './screens.ts'

/** The data of every template. Templates keep nothing and decide nothing. */
export type View = {
  readonly state: State
  readonly text: Text
  /** The later screens. Null until they are loaded, which is before a state needs them. */
  readonly screens: Screens | null
  /** The page's monotonic clock when this was drawn, in milliseconds. */
  readonly now: number
  readonly redirect: 'auto' | 'none'
  /** Whether the page is on its way to where a complete checkout goes on. */
  readonly isLeaving: boolean
  /** The page's own address: a link to where one is already is not drawn. */
  readonly pageHref: string
  /** The `payee` attribute, shown before the service names one. */
  readonly pinnedPayee: string | null
  /** The address of the page's exit, or null without one. */
  readonly exitHref: string | null
  /** The page that extends a running meter, or null without one. */
  readonly extendUrl: string | null
  /** The old meter of a checkout that carries one on, or null. */
  readonly carried: Carried | null
  /** The page's own lengths in seconds. Empty without any. */
  readonly presets: readonly number[]
  /** The wallets of this browser. Null while they are unknown, and if the page brings its own. */
  readonly found: readonly WalletChoice[] | null
  /** The value copied last, while the page says so. */
  readonly copied: string | null
  /** Whether the merchant's logo could not be loaded. */
  readonly logoFailed: boolean
  describe(problem: Problem): ProblemText
  send(event: Event): void
  /** A part of the card is opened that is not loaded with the page. */
  attend(): void
  preloadWallet(): void
  cancel(): void
  extend(): void
  copy(value: string): void
  /** A text as a QR code, or null until it is drawn. */
  code(text: string): Code | null
  failLogo(): void
  downloadReceipt(): void
  printReceipt(): void
}
