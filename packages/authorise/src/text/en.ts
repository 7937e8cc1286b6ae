import type { ProblemWords, Sentences } from './text.ts'

const startAnew = (merchant: string) => `Go back to ${merchant} to start a new one.`
const tellMerchant = 'Please tell the merchant.'
const neverTwice = 'Trying again never charges twice.'

/**
 * English, the reference for all others. Values arrive formatted, each as one string. The functions only put them into sentences, and never
 * decide by them. Lengths of time arrive in the nominative, so sentences set them off instead of bending them.
 */
export const words = {
  testMode: 'Test mode',
  loading: 'Loading the checkout…',

  /** An amount per unit of time. A month is 30 days. */
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
  /** The spoken value of the slider. */
  sliderValue: (length, amount) => `${length}, at most ${amount}`,
  /** By length in seconds. Five of them share one line of 280 px. */
  presets: { 600: '10 min', 3600: '1 h', 86400: '1 day', 604800: '7 days', 2592000: '30 days' },
  durationRange: 'Choose between 60 seconds and 30 days.',
  /** Said where a change of the unit brought the number to an end of the range, or a number is beyond it. */
  durationShortest: length => `${length} is the shortest.`,
  durationLongest: length => `${length} is the longest.`,
  durationLeast: (length, amount) => `At least ${length}: the smallest deposit is ${amount}.`,
  durationFixed: (length, merchant) => `Runs for at most ${length}, as set by ${merchant}.`,
  /** A fixed length without the name of its author. */
  durationCapped: length => `Runs for at most ${length}.`,
  /** Before a clock of hours, minutes and seconds. Keep it short. */
  clockDays: days => `${days} d`,

  mostCharged: 'The most you can be charged',
  payOnlyUsed: 'You pay only for the seconds you use. The rest comes back.',
  roundedUp: deposit => `You sign for ${deposit}: AUSD has no smaller unit, so the amount is rounded up.`,

  steps: 'Steps',
  stepChoose: 'Choose',
  stepConnect: 'Connect',
  stepSignIn: 'Sign in',
  stepAuthorise: 'Authorise',
  /** Read after the name of a step that is behind. */
  stepDone: 'done',

  walletHint: 'Pay from your wallet app',
  walletMeans: 'In AUSD, digital US dollars',
  /** Read aloud, where their icons stand. */
  walletsFound: names => `${names} found`,
  walletChoose: 'Choose your wallet',
  email: 'Email',
  /** The label of the field: the purpose of the address. */
  emailWhy: 'Email for this order · never public',
  emailExample: 'you@example.com',
  emailRefused: 'Enter your email address, like you@example.com.',
  changeWallet: 'Change',
  changeWalletLabel: 'Change wallet',

  /** A wallet on another device. */
  pairing: {
    code: 'Getting a code…',
    scan: 'Scan this with your wallet’s app.',
    picture: 'QR code for your wallet’s app',
    open: 'Open the app',
    copy: 'Copy link',
  },

  /** On a phone without a wallet: ways to open this page in a wallet's own browser. */
  openInWallet: wallet => `Open in ${wallet}`,
  copyPageLink: 'Copy this page’s link',
  /** Where no wallet was found. */
  noWallet: {
    ausd: 'AUSD are digital US dollars, worth $1 each.',
    onPhone: 'Is your wallet on your phone?',
    scan: 'Scan this with the wallet app. This page opens there.',
    picture: 'QR code with the link to this page',
    installed: 'I have installed a wallet',
    otherWays: merchant => `Other ways to pay at ${merchant}`,
  },

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
  opening: 'Setting your money aside…',
  openingOn: chain => `Setting your money aside on ${chain}…`,
  slowWallet: wallet => `Can’t see the request? Open ${wallet}: its window may be behind this one.`,
  /** A contract wallet whose other owners may have to sign, by a deadline. */
  slowShared: deadline =>
    `Other owners of this wallet may have to sign, too. This page waits. All of them must sign by ${deadline}.`,
  /** Beside a wallet that does not answer. */
  askAgain: 'Ask again',
  slowService: 'This takes longer than usual. Stay on this page. You do not have to do anything.',
  slowOpening: 'The network is slow just now. You have signed, so you can wait here or come back later.',

  facts: { gas: 'No network fee', stop: 'Stop any time', refund: 'Automatic refund' },
  notices: {
    account_changed: 'Your wallet has another account now.',
    disconnected: 'Your wallet ended the connection. Connect it again to go on.',
    contract_balance_low: 'This wallet holds less than the amount to sign. Add AUSD before you confirm.',
  },
  /** A signature for another checkout of the same merchant that is still good. */
  signedElsewhere: (amount, deadline) =>
    `You have signed for another checkout of this shop: up to ${amount}, valid until ${deadline}. Authorise this one only if you want both.`,
  /** The open signature request, which may still be valid. */
  lock: {
    /** Followed by one of the next two: another length may be chosen later, or the merchant fixed it. */
    asked: amount => `Your wallet may still hold a request for at most ${amount}.`,
    askedFree: (deadline, merchant) =>
      `You can choose another length at ${deadline}, or start a new order at ${merchant} now.`,
    askedFixed: (deadline, merchant) =>
      `It is void after ${deadline}. You can start a new order at ${merchant} now.`,
    signed: (amount, deadline) =>
      `You have signed for at most ${amount}. The signature is valid until ${deadline}, and this page asks for no other before then.`,
    /** The escrow was seen to hold the deposit. */
    known: amount =>
      `${amount} is held safely for this order. You can stop it yourself, without the service.`,
    /** Where no wallet could be read through: whether the signature was used is not known. */
    unread: 'This page has not checked the network yet. Your order may have started already.',
    look: 'Check now',
    stop: 'Stop on the network',
    /** Until the chain has it. */
    stopSent: 'Sent. Waiting for the network…',
    stopped:
      'Stopped on the network. After one day the remainder can be returned to your wallet, and only there.',
  },
  /** The fields of the wallet's own window. */
  walletShows: {
    title: 'What your wallet will show',
    token: 'The full name of AUSD.',
    to: 'Holds the money safely until you stop.',
    value: amount => `That is ${amount}.`,
    today: time => `Today at ${time}`,
    validBefore: instant => `${instant}. Void after that.`,
    unknownType: 'Some wallets call this an unknown type. Compare these four, then confirm.',
  },

  details: 'Details',
  payee: 'Payee',
  payeeLater: 'Shown once your wallet is connected',
  escrow: 'Escrow',
  fee: 'Service fee',
  /** With the share as `Intl` writes it, sign and all. */
  feeValue: percent => `${percent} of what you pay, paid by the merchant`,
  operator: 'Operator',
  deadline: 'Sign by',
  /** How long the remainder waits after a stop on the network before it can be returned. */
  stopGrace: 'Wait after your stop',
  /** The latest end of the meter. */
  expiry: 'Ends at the latest',
  network: 'Network',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Paid in',
  tokenValue: 'AUSD, one US dollar each',
  terms: 'Signed terms',
  promise:
    'The escrow pays out at most this rate × the time since you authorised, and never more than the maximum charge. A pause is a promise of the service: the network does not enforce it. You can always stop on the network, without the service.',
  exit: 'Stop and get your money back without this service',
  copyWhat: what => `Copy ${what}`,
  copied: 'Copied',
  show: what => `${what} on the block explorer`,

  expiredTitle: 'This checkout has expired',
  expiredText: merchant => `Nothing was charged. ${startAnew(merchant)}`,
  backTo: merchant => `Back to ${merchant}`,
  canceledTitle: 'Cancelled',
  canceledText: 'Nothing was charged and nothing was authorised.',
  /** Instead of that where something stays open, which is said below it. */
  canceledOpen: 'Nothing more is asked of you here.',

  continueTo: merchant => `Continue to ${merchant}`,
  takingYouTo: merchant => `Taking you to ${merchant}…`,
  authorisedTitle: 'Authorised',
  authorisedText: (amount, length) => `Up to ${amount}, for at most ${length}.`,
  manageHint: 'To see or stop the meter, connect the wallet that authorised it.',
  readingMeter: 'Reading the meter…',

  meterStatus: {
    waiting: 'Not started',
    running: 'Running',
    paused: 'Paused',
    past_due: 'Payment delayed',
    ended: 'Ended',
    canceled: 'Stopped',
  },
  matchesSigned: 'Checked against your signature',
  /** After a while without an answer. */
  lastKnown: instant => `The service does not respond. The figures continue from ${instant}.`,
  spent: 'Spent so far',
  ofMaximum: maximum => `of ${maximum} at most.`,
  /** After `ofMaximum`. */
  stopBrings: returns => `Stop now and ${returns} comes back.`,
  timeUsed: 'Time used',
  timeLeft: 'Time left',
  waitingForMerchant: merchant =>
    `${merchant} starts the meter when everything is ready. Nothing is charged until then.`,
  pastDueText:
    'The last payment to the merchant is delayed. The service repeats it by itself. You do not have to do anything.',
  pausedText: 'Nothing is charged while the meter is paused.',
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

  /** A second checkout that carries on a running meter: on the first one's page, on its own, and after it. */
  carryOn: {
    extend: 'Extend',
    endsIn: time => `Ends in ${time}`,
    stopsAt: (maximum, instant) => `of ${maximum} at most. At ${instant} the meter stops by itself.`,
    longer: 'How much longer',
    mostCharged: 'The most you can be charged from then on',
    comesBack: 'Comes back from before',
    about: amount => `about ${amount}`,
    endsAt: 'Ends at',
    /** Read after the new end, where the old one is struck through. */
    insteadOf: instant => `instead of ${instant}`,
    seamless:
      'Nothing is interrupted. The new meter starts, the old one stops in the same second, and what is left of it comes back.',
    done: (length, amount) => `Extended. Before that: ${length}, ${amount}`,
    failed: instant =>
      `The new meter did not start. Nothing was charged for it, and the old one still ends at ${instant}.`,
    /** Where this browser cannot read the old meter. */
    notStarted: 'The new meter did not start. Nothing was charged for it.',
  },

  charged: 'You were charged',
  back: 'Back in your wallet',
  used: (length, maximum) => `You used ${length} of ${maximum}.`,
  paidFrom: 'Paid from',
  refunded: 'Returned to your wallet',
  onItsWay: 'On its way to your wallet',
  /** In a printed receipt, beside the address of the exit. */
  notArrived: 'If it did not arrive',
  /** The transactions of a meter, on its receipt. */
  transaction: 'Opened in',
  settledIn: 'Settled in',
  closedIn: 'Refund transaction',
  started: 'Started',
  print: 'Print or save as PDF',
  download: 'Download proof',

  problems: {
    no_wallet: [
      'You need a wallet app that holds AUSD',
      'There is no wallet in this browser. A wallet is an app that holds digital money and asks you before each payment, such as MetaMask or Rabby.',
    ],
    user_rejected: ['You declined in your wallet.', 'Nothing was signed and nothing was charged.'],
    rejected_unseen: [
      'Your wallet refused without showing you anything.',
      'Nothing was signed and nothing was charged. Look into its settings, or use another wallet.',
    ],
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
    method_unsupported: ['This wallet cannot sign this request.', 'Try again with another wallet.'],
    wallet_failed: ['Your wallet reported an error.', 'Nothing was charged. Try again.'],
    insufficient_funds: ['There is not enough in your wallet.', 'Add AUSD, or choose a shorter time.'],
    payer_frozen: [
      'The issuer has frozen this wallet’s AUSD.',
      'Pay with another wallet. Only the issuer can release them.',
    ],
    not_found: [
      'We cannot find this checkout.',
      'The link may be incomplete. Go back to the shop and start again.',
    ],
    misconfigured: ['This checkout is not set up correctly.', tellMerchant],
    unreachable: ['The service does not answer.', `Check your connection and try again. ${neverTwice}`],
    too_many: ['Too many requests at once.', 'Wait a moment and try again.'],
    chain_unavailable: ['The network cannot be reached just now.', `Try again soon. ${neverTwice}`],
    expired: ['This checkout has expired.', startAnew],
    closed: ['This checkout is closed.', startAnew],
    claimed: [
      'Another wallet has started this checkout.',
      merchant => `Use that wallet, or go back to ${merchant} for a new checkout.`,
    ],
    inactive: ['This is not on sale any more.', merchant => `Please ask ${merchant}.`],
    deposit_small: [
      'That is less than the smallest deposit.',
      'Choose a longer time. If the time is fixed, tell the merchant.',
    ],
    too_many_meters: [
      'This wallet has too many meters open.',
      'Stop one of them, or pay with another wallet.',
    ],
    signed_out: ['You are signed out.', 'Connect the wallet that authorised the meter.'],
    sign_in_late: ['That sign-in took too long.', 'Try again and confirm within five minutes.'],
    sign_in_elsewhere: ['You cannot sign in from this page.', tellMerchant],
    signature_invalid: ['The signature does not fit this account.', 'Try again with the same account.'],
    signature_late: ['The signature came too late.', 'Nothing was charged. Try again: you get more time.'],
    pairing_expired: ['The code has expired.', 'Try again for a new one.'],
    relay_unreachable: ['WalletConnect cannot be reached.', 'Check your connection, or use another wallet.'],
    invalid_state: ['That is not possible just now.', 'The meter has changed in the meantime.'],
    malformed: ['The service sent an answer that this page cannot read.', tellMerchant],
    other_tab: ['Another tab is asking your wallet.', 'Answer there, or close that tab and try again.'],
    other_account: [
      'Another account was asked to sign here.',
      'Switch to that account, or wait until its time to sign is over.',
    ],
    asked_changed: [
      'This checkout has changed since your wallet was asked.',
      merchant =>
        `Another page of this site may have changed it, so your wallet is not asked again. Go back to ${merchant} for a new checkout.`,
    ],
    meter_known: ['This order has already started.', 'You do not have to sign again.'],
    signature_disputed: [
      'The service refuses your signature, although it is correct.',
      'This is an error of the service. Trying again sends the same signature.',
    ],
    unloaded: ['A part of this page did not load.', 'Reload the page.'],
    insecure: ['This page is not secure.', 'A payment needs an https address. Tell the merchant.'],
    altered: [
      'Something on this page changes how the payment is shown or sent.',
      'Turn off extensions that change pages, or use another browser.',
    ],
    replaces_missing: ['There is no meter of yours to extend here.', startAnew],
    replaces_ended: ['The meter to extend has ended.', startAnew],
    replaced_early: ['The service stopped your old meter and started no new one.', tellMerchant],
    replaced_not: ['The service did not stop your old meter.', 'Stop one of the two.'],
    unexpected: ['Something went wrong.', `Try again. ${neverTwice}`],
  },
  /** Before the advice of `insufficient_funds` if the figures are known, all in AUSD. */
  needsMore: missing => `Your wallet needs ${missing} AUSD more.`,
  notEnough: (balance, needed) => `It holds ${balance} of the ${needed} needed, which is not enough.`,
  sendTo: network => `Send AUSD on ${network}, and on no other network, to this address:`,
  copyAddress: 'Copy address',
  showCode: 'Show QR code',
  addressPicture: 'QR code with your address',
  added: 'I have added it',
  nothingYet: 'Nothing has arrived yet. It can take a minute.',
  whereToGet: merchant => `Ask ${merchant} where to get AUSD.`,
  otherLength: 'You can choose another length.',
  useLongest: length => `Use the longest I can afford: ${length}`,
  refused: {
    chain: 'We stopped: the service asked for a network that is not expected here.',
    escrow: 'We stopped: the service would hold your money in an unknown place.',
    token: 'We stopped: the service asked for another currency.',
    terms: 'We stopped: the service asked for other terms than those on screen.',
    sign_in: 'We stopped: the service asked for a sign-in that is not for this page.',
    meter: 'The service’s figures do not match what you signed.',
  },
  refusedAdvice: 'Your wallet was not asked and nothing was signed. Please tell the merchant.',
  refusedMeterAdvice:
    'The card shows the last correct figures. You can never be charged more than you signed for.',
} satisfies Sentences & { problems: Record<string, ProblemWords> }
