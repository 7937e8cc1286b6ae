import type { HumanRate } from '../format/format-rate.ts'
import type { Notice } from '../machine/state.ts'
import type { MeterStatus } from '../meter/meter-status.ts'
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
  | 'malformed'
  | 'other_tab'
  | 'other_account'
  | 'meter_known'
  | 'signature_disputed'
  | 'unexpected'

/** What a refused service asked for instead of what is on screen. */
export type RefusalKey = 'chain' | 'escrow' | 'token' | 'terms' | 'sign_in' | 'meter'

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
  /** What the slider says of where it stands. */
  sliderValue(length: string, amount: string): string
  /** By length in seconds. Five of them share one line of 280 px. */
  presets: Readonly<Record<600 | 3600 | 86400 | 604800 | 2592000, string>>
  durationRange: string
  durationFixed(length: string, merchant: string): string
  /** A fixed length of which nobody says who fixed it. */
  durationCapped(length: string): string
  /** Before a clock of hours, minutes and seconds; as short as can be. */
  clockDays(days: string): string

  mostCharged: string
  payOnlyUsed: string
  roundedUp(deposit: string): string

  steps: string
  stepChoose: string
  stepConnect: string
  stepSignIn: string
  stepAuthorise: string
  /** Read after the name of a step that is behind. */
  stepDone: string

  walletHint: string
  walletChoose: string
  email: string
  /** Why the address is asked for. */
  emailWhy: string
  emailRefused: string
  changeWallet: string
  changeWalletLabel: string

  /** A wallet on another device. */
  pairing: { code: string; scan: string; picture: string; open: string; copy: string }

  /** On a phone without a wallet: ways to open this page in a wallet's own browser. */
  openInWallet(wallet: string): string
  copyPageLink: string

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
  notices: Record<Exclude<Notice, 'signed_elsewhere'>, string>
  /** A signature for another checkout of the same merchant that is still good. */
  signedElsewhere(amount: string, deadline: string): string
  /** What the wallet was asked to sign and may still be good for. */
  lock: {
    asked(amount: string, length: string, deadline: string): string
    signed(amount: string, deadline: string): string
    /** The escrow was seen to hold the deposit. */
    known(amount: string): string
    stop: string
    /** Until the chain has it. */
    stopSent: string
    stopped: string
  }
  /** What to look for in the wallet's own window. */
  walletShows: {
    title: string
    action: string
    recipient: string
    value: string
    /** The raw number in the wallet, and what it is in dollars. */
    valueMeans(raw: string, amount: string): string
    validUntil: string
  }

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
  /** Instead of that where something stays open, which is said below it. */
  canceledOpen: string

  continueTo(merchant: string): string
  takingYouTo(merchant: string): string
  authorisedTitle: string
  authorisedText(amount: string, length: string): string
  manageHint: string
  readingMeter: string

  meterStatus: Record<MeterStatus, string>
  matchesSigned: string
  /** After a while without an answer. */
  lastKnown(instant: string): string
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
  /** The transactions of a meter, on its receipt. */
  transaction: string
  settledIn: string
  closedIn: string
  started: string
  ended: string
  print: string
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
  refusedMeterAdvice: string
}

/** A language's words with what is needed to format for it. */
export type Text = Words & Speech
