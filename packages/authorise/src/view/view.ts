import type { Event } from '../authorise-event.ts'
import type { State } from '../authorise-state.ts'
import type { Problem } from '../problem.ts'
import type { ProblemText, Text } from '../text/text.ts'
import type { FurtherView } from './further-view.ts'

/** What every template draws from. Templates keep nothing and decide nothing. */
export type View = {
  readonly state: State
  readonly text: Text
  /** What is drawn beyond the first screen; null until it is loaded. */
  readonly further: FurtherView | null
  /** The page's monotonic clock when this was drawn, in milliseconds. */
  readonly now: number
  readonly redirect: 'auto' | 'none'
  /** The page's own address: a link to where one is already is not drawn. */
  readonly pageHref: string
  /** The `payee` attribute, shown before the service names one. */
  readonly pinnedPayee: string | null
  /** The value copied last, while the page says so. */
  readonly copied: string | null
  /** Whether the merchant's logo could not be loaded. */
  readonly logoFailed: boolean
  describe(problem: Problem): ProblemText
  send(event: Event): void
  /** Somebody turns to a part of the card that is not loaded with the page. */
  attend(): void
  preloadWallet(): void
  copy(value: string): void
  failLogo(): void
  downloadReceipt(): void
}
