import type { Sentences } from './text.ts'

/**
 * English, the reference for all others. Values arrive formatted, each as one string. The functions only put them into sentences, and never
 * decide by them. Lengths of time arrive in the nominative, so sentences set them off instead of bending them.
 */
export const words = {
  testMode: 'Test mode',

  /** An amount per unit of time. A month is 30 days. */
  rates: {
    second: amount => `${amount} per second`,
    hour: amount => `${amount} per hour`,
    month: amount => `${amount} per month`,
  },

  maximumDuration: 'Maximum duration',
  duration: 'Duration',
  unit: 'Unit',
  slider: 'Shorter or longer',
  /** The spoken value of the slider. */
  sliderValue: (length, amount) => `${length}, at most ${amount}`,
  /** By length in seconds. Five of them share one line of 280 px. */
  presets: { 600: '10 min', 3600: '1 h', 86400: '1 day', 604800: '7 days', 2592000: '30 days' },
  /** Said where a change of the unit brought the number to an end of the range, or a number is beyond it. */
  durationShortest: length => `${length} is the shortest.`,
  durationLongest: length => `${length} is the longest.`,
  durationLeast: (length, amount) => `At least ${length}: the smallest deposit is ${amount}.`,
  durationFixed: (length, merchant) => `Runs for at most ${length}, as set by ${merchant}.`,
  /** A fixed length without the name of its author. */
  durationCapped: length => `Runs for at most ${length}.`,

  mostCharged: 'The most you can be charged',
  payOnlyUsed: 'You pay only for the seconds you use. The rest comes back.',
  roundedUp: deposit => `You sign for ${deposit}: AUSD has no smaller unit, so the amount is rounded up.`,

  stepChoose: 'Choose',
  stepConnect: 'Connect',
  stepAuthorise: 'Authorise',

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
    scan: 'Scan this with your wallet’s app.',
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
    installed: 'I have installed a wallet',
    otherWays: merchant => `Other ways to pay at ${merchant}`,
  },

  connectWallet: 'Connect wallet',
  signIn: 'Sign in',
  authorise: amount => `Authorise ${amount}`,
  cancel: 'Cancel',
  tryAgain: 'Try again',
  startAgain: 'Start again',

  confirmIn: wallet => `Confirm in ${wallet}…`,
  preparing: 'Preparing…',
  switchingChain: (wallet, chain) => `Switch to ${chain} in ${wallet}…`,
  openingOn: chain => `Setting your money aside on ${chain}…`,
  slowWallet: wallet => `Can’t see the request? Open ${wallet}: its window may be behind this one.`,
  /** A contract wallet whose other owners may have to sign, by a deadline. */
  slowShared: deadline =>
    `Other owners of this wallet may have to sign, too. This page waits. All of them must sign by ${deadline}.`,
  slowService: 'This takes longer than usual. Stay on this page. You do not have to do anything.',

  facts: { gas: 'No network fee', stop: 'Stop any time', refund: 'Automatic refund' },
  accountChanged: 'Your wallet has another account now.',
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
  terms: 'Signed terms',
  promise:
    'The escrow pays out at most this rate × the time since you authorised, and never more than the maximum charge. A pause is a promise of the service: the network does not enforce it. You can always stop on the network, without the service.',
  exit: 'Stop and get your money back without this service',
  copyWhat: what => `Copy ${what}`,
  copied: 'Copied',
  show: what => `${what} on the block explorer`,

  expiredTitle: 'This checkout has expired',
  backTo: merchant => `Back to ${merchant}`,
  canceledTitle: 'Cancelled',

  authorisedTitle: 'Authorised',
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
    done: (length, amount) => `Carried on. Before: ${length}, ${amount}`,
    failed: instant =>
      `The new meter did not start. Nothing was charged for it, and the old one still ends at ${instant}.`,
    /** Where this browser cannot read the old meter. */
    notStarted: 'The new meter did not start. Nothing was charged for it.',
  },

  charged: 'You were charged',
  back: 'Back in your wallet',
  used: (length, maximum) => `You used ${length} of ${maximum}.`,
  paidFrom: 'Paid from',
  onItsWay: 'On its way to your wallet',
  /** In a printed receipt, beside the address of the exit. */
  notArrived: 'If it did not arrive',
  /** The transactions of a meter, on its receipt. */
  transaction: 'Opened in',
  closedIn: 'Refund transaction',
  started: 'Started',
  print: 'Print or save as PDF',
  download: 'Download proof',

  problems: {
    no_wallet: 'You need a wallet app that holds AUSD',
    user_rejected: 'You declined in your wallet.',
    rejected_unseen: 'Your wallet refused without showing you anything.',
    request_pending: 'Your wallet already has a request open.',
    wallet_moved: 'The connection to your wallet ended.',
    wrong_network: 'Your wallet is on another network.',
    method_unsupported: 'This wallet cannot sign this request.',
    wallet_failed: 'Your wallet reported an error.',
    insufficient_funds: 'There is not enough in your wallet.',
    payer_frozen: 'The issuer has frozen this wallet’s AUSD.',
    not_found: 'We cannot find this checkout.',
    misconfigured: 'This checkout is not set up correctly.',
    unreachable: 'The service does not answer.',
    too_many: 'Too many requests at once.',
    chain_unavailable: 'The network cannot be reached just now.',
    expired: 'This checkout has expired.',
    closed: 'This checkout is closed.',
    claimed: 'Another wallet has started this checkout.',
    inactive: 'This is not on sale any more.',
    deposit_small: 'That is less than the smallest deposit.',
    too_many_meters: 'This wallet has too many meters open.',
    signed_out: 'You are signed out.',
    signature_invalid: 'The signature does not fit this account.',
    signature_late: 'The signature came too late.',
    pairing_expired: 'The code has expired.',
    relay_unreachable: 'WalletConnect cannot be reached.',
    invalid_state: 'That is not possible just now.',
    malformed: 'The service sent an answer that this page cannot read.',
    other_tab: 'Another tab is asking your wallet.',
    other_account: 'Another account was asked to sign here.',
    asked_changed: 'Another page of this site may have changed this checkout.',
    meter_known: 'This order has already started.',
    signature_disputed: 'The service refuses your signature, although it is correct.',
    unloaded: 'A part of this page did not load.',
    insecure: 'This page is not secure.',
    altered: 'Something on this page changes how the payment is shown or sent.',
    replaces_missing: 'There is no meter of yours to extend here.',
    replaced_early: 'The service stopped your old meter and started no new one.',
    replaced_not: 'The service did not stop your old meter.',
    refused: 'We stopped: the service asked for other terms than those on screen.',
    refused_meter: 'The service’s figures do not match what you signed.',
    unexpected: 'Something went wrong.',
  },
  /** What a person does about a problem. */
  advice: {
    again: 'Try again soon. Trying again never charges twice.',
    connection: 'Check your connection and try again. Trying again never charges twice.',
    reload: 'Reload the page.',
    start_anew: merchant => `Go back to ${merchant} to start a new one.`,
    tell: 'Please tell the merchant.',
    no_wallet:
      'There is no wallet in this browser. A wallet is an app that holds digital money and asks you before each payment, such as MetaMask or Rabby.',
    nothing_done: 'Nothing was signed and nothing was charged.',
    other_wallet: 'Try again with another wallet.',
    answer: 'Open the wallet, answer it, and try again.',
    unlock: 'Unlock it, keep the same account, and try again.',
    allow_switch: 'Allow the switch in your wallet when you try again.',
    same_account: 'Try again with the same account.',
    other_account: 'Switch to that account, or wait until its signature can no longer start the meter.',
    other_tab: 'Answer there, or close that tab and try again.',
    add: 'Add AUSD, or choose a shorter time.',
    longer: 'Choose a longer time. If the time is fixed, tell the merchant.',
    stop_meter: 'Stop one of them, or pay with another wallet.',
    stop_one: 'Stop one of the two.',
    signed_once: 'You do not have to sign again.',
    link: 'The link may be incomplete. Go back to the shop and start again.',
    altered: 'Turn off extensions that change pages, or use another browser.',
    refused: 'Your wallet was not asked and nothing was signed. Please tell the merchant.',
    refused_meter:
      'The card shows the last correct figures. You can never be charged more than you signed for.',
  },
  /** Before the advice of `insufficient_funds` if the figures are known, all in AUSD. */
  needsMore: missing => `Your wallet needs ${missing} AUSD more.`,
  notEnough: (balance, needed) => `It holds ${balance} of the ${needed} needed.`,
  sendTo: network => `Send AUSD on ${network}, and on no other network, to this address:`,
  copyAddress: 'Copy address',
  showCode: 'Show QR code',
  codePicture: 'QR code',
  added: 'I have added it',
  nothingYet: 'Nothing has arrived yet. It can take a minute.',
  whereToGet: merchant => `Ask ${merchant} where to get AUSD.`,
  otherLength: 'You can choose another length.',
  useLongest: length => `Use the longest I can afford: ${length}`,
} satisfies Sentences
