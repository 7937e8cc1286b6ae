import type { Notice } from '../authorise-state.ts'
import type { HumanRate } from '../format/format-rate.ts'
import type { MeterStatus } from '../meter.ts'
import type { Speech } from './language.ts'

/** What a problem says to the subscriber: what happened, and what to do about it. */
export type ProblemText = { title: string; advice: string }

/** A problem's sentences before the merchant's name is in them. */
type ProblemWords = readonly [title: string, advice: string | ((merchant: string) => string)]

/** The problems that have sentences of their own; `problemText` says which code is which. */
export type ProblemKey =
  | 'no_wallet'
  | 'user_rejected'
  | 'request_pending'
  | 'locked'
  | 'wallet_moved'
  | 'wrong_network'
  | 'method_unsupported'
  | 'wallet_failed'
  | 'insufficient_funds'
  | 'not_found'
  | 'misconfigured'
  | 'unreachable'
  | 'too_many'
  | 'chain_unavailable'
  | 'expired'
  | 'closed'
  | 'claimed'
  | 'inactive'
  | 'sign_in_late'
  | 'sign_in_elsewhere'
  | 'signature_invalid'
  | 'signature_late'
  | 'pairing_expired'
  | 'relay_unreachable'
  | 'invalid_state'
  | 'unexpected'

/** What a refused service asked for instead of what is on screen. */
export type RefusalKey = 'chain' | 'escrow' | 'token' | 'terms' | 'sign_in'

/**
 * Every sentence of the element in one language. Values arrive formatted, each as one string; the functions only put them into
 * sentences, and never decide by them. Lengths of time arrive in the nominative, so sentences set them off instead of bending them.
 */
export type Words = {
  testMode: string
  loading: string

  /** An amount per unit of time; a month is 30 days. */
  rates: Record<'second' | HumanRate['unit'], (amount: string) => string>
  rateFree: string

  maximumDuration: string
  duration: string
  unit: string
  slider: string
  /** By length in seconds. Five of them share one line of 280 px. */
  presets: Readonly<Record<600 | 3600 | 86400 | 604800 | 2592000, string>>
  durationRange: string
  durationFixed(length: string, merchant: string): string
  /** Before a clock of hours, minutes and seconds; as short as can be. */
  clockDays(days: string): string

  mostCharged: string
  payOnlyUsed: string
  roundedUp(deposit: string): string

  steps: string
  stepConnect: string
  stepSignIn: string
  stepAuthorise: string
  stepDone(step: string): string

  walletHint: string
  walletChoose: string
  email: string
  emailRefused: string
  changeWallet: string
  changeWalletLabel: string

  /** A wallet on another device. */
  pairing: { code: string; scan: string; picture: string; open: string; copy: string }

  connectWallet: string
  signIn: string
  authorise(amount: string): string
  authoriseNothing: string
  cancel: string
  tryAgain: string
  startAgain: string

  lookingForWallets: string
  confirmIn(wallet: string): string
  signingIn: string
  preparing: string
  switchingChain(wallet: string, chain: string): string
  checkingFunds: string
  opening: string
  openingOn(chain: string): string
  slowWallet(wallet: string): string
  /** A contract wallet whose other owners may have to sign, by a deadline. */
  slowShared(deadline: string): string
  /** Beside a wallet that does not answer. */
  askAgain: string
  slowService: string
  slowOpening: string

  facts: { gas: string; stop: string; refund: string }
  notices: Record<Notice, string>

  details: string
  payee: string
  payeeLater: string
  escrow: string
  fee: string
  /** With the share as `Intl` writes it, sign and all. */
  feeValue(percent: string): string
  deadline: string
  network: string
  networkValue(name: string, chainId: string): string
  token: string
  tokenValue: string
  terms: string
  promise: string
  copyWhat(what: string): string
  copied: string
  show(what: string): string

  expiredTitle: string
  expiredText(merchant: string): string
  backTo(merchant: string): string
  canceledTitle: string
  canceledText: string

  continueTo(merchant: string): string
  authorisedTitle: string
  authorisedText(amount: string, length: string): string
  manageHint: string
  readingMeter: string

  meterStatus: Record<MeterStatus, string>
  spent: string
  ofMaximum(maximum: string): string
  timeUsed: string
  timeLeft: string
  waitingForMerchant(merchant: string): string
  pastDueText: string
  pausedText: string
  pause: string
  resume: string
  stop: string
  pausing: string
  resuming: string
  stopping: string
  stopTitle: string
  stopText(spent: string, returns: string): string
  stopNow: string
  keepRunning: string

  charged: string
  feeIncluded(fee: string): string
  refunded: string
  settling: string
  transaction: string
  download: string

  problems: Record<ProblemKey, ProblemWords>
  /** Before the advice of `insufficient_funds` where the figures are known; all in AUSD. */
  notEnough(balance: string, needed: string, missing: string): string
  /** Instead of that advice where there is no shorter duration to choose. */
  fundsFixed: string
  fundsTooLittle: string
  useLongest(length: string): string
  refused: Record<RefusalKey, string>
  refusedAdvice: string
}

/** A language's words with what is needed to format for it. */
export type Text = Words & Speech
