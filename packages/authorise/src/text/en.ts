import type { DurationUnit } from '@per-second/protocol/time'
import type { Notice } from '../authorise-state.ts'
import type { DurationWord } from '../format/format-duration.ts'
import type { HumanRate } from '../format/format-rate.ts'
import type { MeterStatus } from '../meter.ts'
import type { Problem } from '../problem.ts'
import { problemEn } from './problem-en.ts'

/** English. Values arrive formatted; the functions only put them into sentences. */
export const en = {
  locale: 'en',

  testMode: 'Test mode',
  loading: 'Loading the checkout…',
  card: (product: string, merchant: string) => `${product} from ${merchant}`,

  ratePerSecond: (amount: string) => `${amount} per second`,
  rateHuman: (rate: HumanRate) => `${rate.exact ? '=' : '≈'} ${rate.amount} per ${rate.unit}`,
  rateFree: 'Free of charge',

  maximumDuration: 'Maximum duration',
  duration: 'Duration',
  unit: 'Unit',
  slider: 'Shorter or longer',
  units: { seconds: 'seconds', minutes: 'minutes', hours: 'hours', days: 'days' } satisfies Record<
    DurationUnit,
    string
  >,
  presets: {
    600: '10 min',
    3600: '1 h',
    86400: '1 day',
    604800: '7 days',
    2592000: '30 days',
  } as Readonly<Record<number, string>>,
  durationRange: 'Choose between 60 seconds and 30 days.',
  durationFixed: (length: string, merchant: string) => `Runs for at most ${length}, as set by ${merchant}.`,
  durationPart: (count: number, unit: DurationWord) => `${count} ${unit}${count === 1 ? '' : 's'}`,
  clockDays: (days: number) => `${days} d`,

  mostCharged: 'The most you can be charged',
  amountUnknown: '—',
  payOnlyUsed: 'You pay only for the seconds you use. The rest returns to your wallet.',
  roundedUp: (deposit: string) =>
    `You sign for ${deposit}: the token has no smaller step, so it is rounded up.`,

  steps: 'Steps',
  stepConnect: 'Connect',
  stepSignIn: 'Sign in',
  stepAuthorise: 'Authorise',
  stepDone: 'done',

  walletHint: 'Use the wallet you already have',
  walletChoose: 'Choose your wallet',
  email: 'Email',
  emailRefused: 'Enter your email address, like you@example.com.',
  changeWallet: 'Change',
  changeWalletLabel: 'Change wallet',

  connectWallet: 'Connect wallet',
  signIn: 'Sign in',
  authorise: (amount: string) => `Authorise ${amount}`,
  authoriseNothing: 'Authorise',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  startAgain: 'Start again',

  lookingForWallets: 'Looking for wallets…',
  confirmIn: (wallet: string) => `Confirm in ${wallet}…`,
  signingIn: 'Signing in…',
  preparing: 'Preparing…',
  switchingChain: (wallet: string, chain: string) => `Switch to ${chain} in ${wallet}…`,
  checkingFunds: 'Checking your balance…',
  opening: (chain: string | null) =>
    chain === null ? 'Opening the escrow…' : `Opening the escrow on ${chain}…`,
  slowWallet: (wallet: string) => `Nothing to see? Open ${wallet}: its window may be behind this one.`,
  slowService: 'This takes longer than usual. Stay on this page; there is nothing to do.',
  slowOpening: 'The network takes its time. You have signed; you can safely wait or come back later.',

  facts: [
    { icon: 'gas', text: 'No gas' },
    { icon: 'stop', text: 'Stop any time' },
    { icon: 'refund', text: 'Automatic refund' },
  ] as const,

  notices: {
    account_changed: 'Your wallet has another account now. Sign in again with it.',
    signed_out: 'You were signed out after a while. Sign in again to go on.',
    contract_balance_low: 'There is less in this wallet than the maximum. Fill it before you confirm.',
  } satisfies Record<Notice, string>,

  details: 'Details',
  payee: 'Payee',
  payeeLater: 'Shown once you have signed in',
  escrow: 'Escrow',
  fee: 'Service fee',
  feeValue: (percent: string) => `${percent}% of what you pay, paid by the merchant`,
  deadline: 'Sign by',
  network: 'Network',
  networkValue: (name: string, chainId: number) => `${name} (${chainId})`,
  token: 'Paid in',
  tokenValue: 'AUSD, one US dollar each',
  terms: 'Signed terms',
  promise:
    'The escrow lets nobody take more than this rate for the time since it was opened, nor more than the maximum. Pauses are the service’s word; stopping on the chain needs nobody’s.',
  copy: 'Copy',
  copyWhat: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  show: (what: string) => `${what} on the block explorer`,

  expiredTitle: 'This checkout has expired',
  expiredText: (merchant: string) => `Nothing was charged. Go back to ${merchant} to start a new one.`,
  backTo: (merchant: string) => `Back to ${merchant}`,
  canceledTitle: 'Canceled',
  canceledText: 'Nothing was charged and nothing was authorised.',
  support: 'Get help',

  continueTo: (merchant: string) => `Continue to ${merchant}`,
  authorisedTitle: 'Authorised',
  authorisedText: (amount: string, length: string) => `Up to ${amount}, for at most ${length}.`,
  manageHint: 'To see or stop the meter, connect the wallet that authorised it.',
  readingMeter: 'Reading the meter…',

  meterStatus: {
    waiting: 'Not started',
    running: 'Running',
    paused: 'Paused',
    past_due: 'Payment due',
    ended: 'Ended',
    canceled: 'Stopped',
  } satisfies Record<MeterStatus, string>,
  spent: 'Spent so far',
  ofMaximum: (maximum: string) => `of ${maximum} at most`,
  timeUsed: 'Time used',
  timeLeft: 'Time left',
  returnsToYou: 'Returns to you',
  waitingForMerchant: (merchant: string) =>
    `${merchant} starts the meter when everything is ready. Nothing is charged until then.`,
  pastDueText:
    'The last settlement did not go through. It is tried again by itself; you need not do anything.',
  pausedText: 'The meter stands still. Nothing is charged while it is paused.',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  pausing: 'Pausing…',
  resuming: 'Resuming…',
  stopping: 'Stopping…',
  stopTitle: 'Stop the meter?',
  stopText: (spent: string, returns: string) =>
    `You are charged ${spent}, and ${returns} returns to your wallet.`,
  stopNow: 'Stop now',
  keepRunning: 'Keep running',

  receipt: 'Receipt',
  charged: 'Charged',
  feeIncluded: (fee: string) => `including a service fee of ${fee}`,
  refunded: 'Returned to your wallet',
  settling: 'Settling on the network. The rest is on its way to your wallet…',
  transaction: 'Opened in',
  download: 'Download receipt',

  problem: (problem: Problem, merchant: string) => problemEn(problem, merchant),
}
