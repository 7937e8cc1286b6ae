import type { Words } from './text.ts'

const startAnew = (merchant: string) => `Go back to ${merchant} to start a new one.`
const tellMerchant = 'Please tell the merchant.'
const neverTwice = 'Trying again never charges twice.'

/** English, the reference for all others. */
export const words: Words = {
  testMode: 'Test mode',
  loading: 'Loading the checkout…',

  rates: {
    second: amount => `${amount} per second`,
    minute: amount => `${amount} per minute`,
    hour: amount => `${amount} per hour`,
    day: amount => `${amount} per day`,
    month: amount => `${amount} per month`,
  },
  rateFree: 'Free of charge',

  maximumDuration: 'Maximum duration',
  duration: 'Duration',
  unit: 'Unit',
  slider: 'Shorter or longer',
  units: { seconds: 'seconds', minutes: 'minutes', hours: 'hours', days: 'days' },
  presets: { 600: '10 min', 3600: '1 h', 86400: '1 day', 604800: '7 days', 2592000: '30 days' },
  durationRange: 'Choose between 60 seconds and 30 days.',
  durationFixed: (length, merchant) => `Runs for at most ${length}, as set by ${merchant}.`,
  clockDays: days => `${days} d`,

  mostCharged: 'The most you can be charged',
  payOnlyUsed: 'You pay only for the seconds you use. The rest returns to your wallet.',
  roundedUp: deposit => `You sign for ${deposit}: the token has no smaller step, so it is rounded up.`,

  steps: 'Steps',
  stepConnect: 'Connect',
  stepSignIn: 'Sign in',
  stepAuthorise: 'Authorise',
  stepDone: step => `${step}, done`,

  walletHint: 'Use the wallet you already have',
  walletChoose: 'Choose your wallet',
  email: 'Email',
  emailRefused: 'Enter your email address, like you@example.com.',
  changeWallet: 'Change',
  changeWalletLabel: 'Change wallet',

  connectWallet: 'Connect wallet',
  signIn: 'Sign in',
  authorise: amount => `Authorise ${amount}`,
  authoriseNothing: 'Authorise',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  startAgain: 'Start again',

  lookingForWallets: 'Looking for wallets…',
  confirmIn: wallet => `Confirm in ${wallet}…`,
  signingIn: 'Signing in…',
  preparing: 'Preparing…',
  switchingChain: (wallet, chain) => `Switch to ${chain} in ${wallet}…`,
  checkingFunds: 'Checking your balance…',
  opening: 'Opening the escrow…',
  openingOn: chain => `Opening the escrow on ${chain}…`,
  slowWallet: wallet => `Nothing to see? Open ${wallet}: its window may be behind this one.`,
  slowService: 'This takes longer than usual. Stay on this page; there is nothing to do.',
  slowOpening: 'The network takes its time. You have signed; you can safely wait or come back later.',

  facts: { gas: 'No gas', stop: 'Stop any time', refund: 'Automatic refund' },
  notices: {
    account_changed: 'Your wallet has another account now. Sign in again with it.',
    signed_out: 'You were signed out after a while. Sign in again to go on.',
    contract_balance_low: 'There is less in this wallet than the maximum. Fill it before you confirm.',
  },

  details: 'Details',
  payee: 'Payee',
  payeeLater: 'Shown once you have signed in',
  escrow: 'Escrow',
  fee: 'Service fee',
  feeValue: percent => `${percent} of what you pay, paid by the merchant`,
  deadline: 'Sign by',
  network: 'Network',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Paid in',
  tokenValue: 'AUSD, one US dollar each',
  terms: 'Signed terms',
  promise:
    'The escrow lets nobody take more than this rate for the time since it was opened, nor more than the maximum. Pauses are the service’s word; stopping on the chain needs nobody’s.',
  copyWhat: what => `Copy ${what}`,
  copied: 'Copied',
  show: what => `${what} on the block explorer`,

  expiredTitle: 'This checkout has expired',
  expiredText: merchant => `Nothing was charged. ${startAnew(merchant)}`,
  backTo: merchant => `Back to ${merchant}`,
  canceledTitle: 'Canceled',
  canceledText: 'Nothing was charged and nothing was authorised.',

  continueTo: merchant => `Continue to ${merchant}`,
  authorisedTitle: 'Authorised',
  authorisedText: (amount, length) => `Up to ${amount}, for at most ${length}.`,
  manageHint: 'To see or stop the meter, connect the wallet that authorised it.',
  readingMeter: 'Reading the meter…',

  meterStatus: {
    waiting: 'Not started',
    running: 'Running',
    paused: 'Paused',
    past_due: 'Payment due',
    ended: 'Ended',
    canceled: 'Stopped',
  },
  spent: 'Spent so far',
  ofMaximum: maximum => `of ${maximum} at most`,
  timeUsed: 'Time used',
  timeLeft: 'Time left',
  waitingForMerchant: merchant =>
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
  stopText: (spent, returns) => `You are charged ${spent}, and ${returns} returns to your wallet.`,
  stopNow: 'Stop now',
  keepRunning: 'Keep running',

  charged: 'Charged',
  feeIncluded: fee => `including a service fee of ${fee}`,
  refunded: 'Returned to your wallet',
  settling: 'Settling on the network. The rest is on its way to your wallet…',
  transaction: 'Opened in',
  download: 'Download receipt',

  problems: {
    no_wallet: [
      'There is no wallet in this browser.',
      'We found no wallet. Install one, or open this page in your wallet’s browser, and try again.',
    ],
    user_rejected: ['You declined in your wallet.', 'Nothing was signed and nothing was charged.'],
    request_pending: [
      'Your wallet already has a request open.',
      'Open the wallet, answer it, and try again.',
    ],
    locked: ['Your wallet is locked.', 'Unlock it and try again.'],
    wallet_moved: [
      'The connection to your wallet ended.',
      'Unlock it, keep the same account, and try again.',
    ],
    wrong_network: [
      'Your wallet is on another network.',
      'Allow the switch in your wallet when you try again.',
    ],
    method_unsupported: ['This wallet cannot sign this.', 'Try again with another wallet.'],
    wallet_failed: ['Your wallet reported an error.', 'Nothing was charged. Try again.'],
    insufficient_funds: ['There is not enough in your wallet.', 'Add AUSD, or choose a shorter time.'],
    not_found: [
      'We cannot find this checkout.',
      'The link may be incomplete. Go back to the shop and start again.',
    ],
    misconfigured: ['This checkout is not set up right.', tellMerchant],
    unreachable: ['The service does not answer.', `Check your connection and try again. ${neverTwice}`],
    too_many: ['Too many requests at once.', 'Wait a moment and try again.'],
    chain_unavailable: ['The network cannot be reached just now.', `Try again soon. ${neverTwice}`],
    expired: ['This checkout has expired.', startAnew],
    closed: ['This checkout is closed.', startAnew],
    claimed: [
      'Another wallet has begun here.',
      merchant => `Use that wallet, or go back to ${merchant} for a new checkout.`,
    ],
    inactive: ['This is not on sale any more.', merchant => `Please ask ${merchant}.`],
    sign_in_late: ['That sign-in took too long.', 'Try again and confirm within five minutes.'],
    sign_in_elsewhere: ['This page may not sign you in.', tellMerchant],
    signature_invalid: ['The signature does not fit this account.', 'Try again with the same account.'],
    invalid_state: ['That is not possible just now.', 'The meter has changed meanwhile.'],
    unexpected: ['Something went wrong.', `Try again. ${neverTwice}`],
  },
  notEnough: (balance, needed) =>
    `It holds ${balance} AUSD of the ${needed} needed. Add AUSD or choose a shorter time.`,
  refused: {
    chain: 'We stopped: the service asked for a network that is not expected here.',
    escrow: 'We stopped: the service asked for an escrow that is not ours.',
    token: 'We stopped: the service asked for another token.',
    terms: 'We stopped: the service asked for other terms than those on screen.',
    sign_in: 'We stopped: the service asked for a sign-in that is not for this page.',
  },
  refusedAdvice: 'Your wallet was not asked and nothing was signed. Please tell the merchant.',
}
