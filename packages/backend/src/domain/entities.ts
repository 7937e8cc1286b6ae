import type { ErrorCode } from '@per-second/protocol/errors'
import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixMillis, UnixSeconds } from '@per-second/protocol/time'
import type {
  Address,
  CancelReason,
  EventType,
  Hex,
  InvoiceStatus,
  StartMode,
  SubscriptionStatus,
  WebhookDeliveryStatus,
  WebhookEndpointStatus,
  WebhookFailure,
} from '@per-second/protocol/types'

/** Test or live, selected by the kind of key. Every object belongs to exactly one. */
export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

/** The objects that a request may see: one merchant's, in one mode. */
export type Scope = { merchantId: string; mode: Mode }

export type Merchant = {
  id: string
  name: string
  logoUrl: string | null
  accent: string | null
  supportUrl: string | null
  payoutAddress: Address
  created: UnixMillis
}

/** An API key at rest. `id` is the SHA-256 of the key in hexadecimal, and `hint` is the part that may be shown. */
export type ApiKey = Scope & { id: string; hint: string; created: UnixMillis; revokedAt: UnixMillis | null }

export type Product = Scope & {
  id: string
  name: string
  description: string | null
  /** Exactly as the merchant sent it. */
  rateUsd: string
  allowPause: boolean
  startMode: StartMode
  active: boolean
  /** Meters running, paused or past due on this product, kept with the transitions that change it. */
  activeSubscriptions: number
  created: UnixMillis
}

/** `status` is the stored value. `domain/session-status.ts` computes whether an open session has expired. */
export type CheckoutSession = Scope & {
  id: string
  status: 'open' | 'complete' | 'expired'
  productId: string
  successUrl: string
  cancelUrl: string
  /** The rate, pause and start rules as they were when the session was made. */
  rateUsd: string
  allowPause: boolean
  startMode: StartMode
  /** The maximum duration: fixed by the merchant (`capFixed`) or by the accepted authorisation, and null until then. */
  maxDurationSeconds: number | null
  capFixed: boolean
  customerId: string | null
  subscriptionId: string | null
  /** Customers this session has created, at most ten (docs/money.md, rule 48). */
  customersCreated: number
  /** A signature was accepted and its fate is not known yet: the session reads open even past its time (docs/money.md, rule 34). */
  openingInFlight: boolean
  created: UnixMillis
  expiresAt: UnixMillis
}

export type Customer = Scope & {
  id: string
  email: string
  /** Checksummed. Its lower-case form, `walletKey`, is unique per merchant and mode. */
  walletAddress: Address
  walletKey: string
  subscriptionCount: number
  /** Base units of gross settled over all subscriptions. */
  totalSettled: bigint
  created: UnixMillis
}

export type Subscription = Scope & {
  id: string
  customerId: string
  productId: string
  sessionId: string
  status: SubscriptionStatus
  rateUsd: string
  allowPause: boolean
  startMode: StartMode
  maxDurationSeconds: number
  /** The signed terms. */
  terms: MeterTerms
  /** The meter's id on chain: the EIP-712 digest of its terms. */
  meterId: Hex
  /** The account whose key alone opens, settles and closes it: the one in the terms, as a column for queries. */
  operator: Address
  /** The accepted signature, or null once its opening has failed. */
  signature: Hex | null
  openingTxHash: Hex | null
  /** Its openings that failed by the payer's doing: they count in the payer's gas account (`domain/gas-account.ts`). */
  openingsFailed: number
  startedAt: UnixMillis | null
  /** Since when the meter stands still, and who said so. */
  pausedAt: UnixMillis | null
  pausedBy: 'merchant' | 'subscriber' | null
  /** Milliseconds of pauses that are over. */
  pausedMillis: number
  endedAt: UnixMillis | null
  cancelReason: CancelReason | null
  /** For a past_due meter: its status once the debt is paid. */
  resumesAs: 'running' | 'paused' | null
  /**
   * The end that the service gave it, even if a `stop` on chain changes `endedAt`. It is null while only such a stop has
   * ended it.
   */
  ownEndedAt: UnixMillis | null
  /** Seconds charged on chain, including those announced as paid whose block was orphaned, and the base units of both. */
  billedSeconds: number
  settledGross: bigint
  settledFee: bigint
  refunded: bigint
  /** Up to which second the escrow's log has charged, and up to which there are invoices. */
  loggedSeconds: number
  invoicedSeconds: number
  /** Whether its log could not be booked, and has to be read again. */
  logFaulty: boolean
  /** Whether the escrow is known to have closed this meter. */
  closed: boolean
  /** The meter that this one carries on, and the meter that carries this one on since it counts. */
  replaces: string | null
  replacedBy: string | null
  /** Whether the meter has come near its maximum, which is announced once. */
  isEnding: boolean
  latestInvoiceId: string | null
  /** When this subscription is due next (settlement, maximum duration, time-outs, retry), or null for never. */
  dueAt: UnixMillis | null
  /** When the next scheduled settlement is due, or null while the meter is paused or over. */
  nextSettlementAt: UnixMillis | null
  created: UnixMillis
}

export type Invoice = Scope & {
  id: string
  subscriptionId: string
  customerId: string
  periodStart: UnixMillis
  periodEnd: UnixMillis
  seconds: number
  amountSettled: bigint
  gross: bigint
  fee: bigint
  net: bigint
  status: InvoiceStatus
  /**
   * The transaction in which the escrow's log reached its end, or that was refused. It is "" while no transaction
   * reached the chain.
   */
  txHash: string
  created: UnixMillis
}

/** An event, with the resource as it was, already in wire form: the outbox row that webhooks are delivered from. */
export type Event = Scope & {
  id: string
  type: EventType
  data: unknown
  /** Of the request that it comes from (`http/request-context.ts`), if that had one. */
  traceparent: string | null
  created: UnixMillis
}

/** A signing secret, sealed. `until` is when a replaced one stops signing, and null for the current one. */
export type WebhookSecret = { sealed: string; until: UnixMillis | null }

/** Where a merchant wants its events. `events` is null for every type, also future ones. */
export type WebhookEndpoint = Scope & {
  id: string
  url: string
  events: EventType[] | null
  status: WebhookEndpointStatus
  /** Newest first. */
  secrets: WebhookSecret[]
  /** Attempts in a row that showed a receiver at rest: until `restsUntil` no event is sent. */
  silences: number
  /** Without silences: something that was set aside is not due yet, for ever or until then. Null when nothing is. */
  restsUntil: UnixMillis | null
  /** The last success, to the minute, or a later time of enabling it or changing its address. */
  lastSuccessAt: UnixMillis | null
  created: UnixMillis
}

/** One event for one endpoint: committed with the event, so that neither is without the other. */
export type WebhookDelivery = {
  id: string
  endpointId: string
  eventId: string
  status: WebhookDeliveryStatus
  attempts: number
  /** The result of the last attempt: an HTTP status, or a word for why there was none. */
  lastStatus: number | null
  lastFailure: WebhookFailure | null
  /** When to try (again), or null when all is done, or while its endpoint is disabled. */
  dueAt: UnixMillis | null
  /** Real time until which the process that sends it has it to itself. */
  claimedUntil: UnixMillis | null
  created: UnixMillis
}

export type SignInChallenge = {
  /** The nonce. */
  id: string
  sessionId: string
  address: Address
  chainId: number
  origin: string
  message: string
  expiresAt: UnixMillis
  usedAt: UnixMillis | null
}

/** A client token at rest: `id` is the SHA-256 of the token in hexadecimal. `expiresAt` is the latest it can last. */
export type ClientToken = {
  id: string
  mode: Mode
  sessionId: string
  customerId: string
  expiresAt: UnixMillis
  /** When it was signed out, or its meter's opening failed. */
  revokedAt: UnixMillis | null
  created: UnixMillis
}

/** A POST that carried an Idempotency-Key. `id` is scope and key. `response` is null while its chain part is pending. */
export type IdempotencyRecord = {
  id: string
  fingerprint: string
  jobId: string | null
  response: string | null
  /** Where a pending advance of the clock is to end, and null for every other request. */
  advancesTo: UnixMillis | null
  created: UnixMillis
}

/** One piece of chain work that was committed with the effect that wants it, done by the chain worker (docs/money.md, rule 27). */
export type ChainJob = {
  id: string
  mode: Mode
  kind: 'open' | 'settle' | 'close'
  subscriptionId: string
  /** The account whose key it needs. */
  operator: Address
  /** Cumulative seconds to charge, or 0 for an opening. */
  toSecond: number
  /** The end of the period this settles: the scheduled instant, or the end of the meter. */
  periodEnd: UnixMillis
  status: 'pending' | 'done' | 'failed'
  /** The transaction of the current attempt in the journal. */
  transactionId: string | null
  attempts: number
  /** Why it failed, as an error code of the API, or null unless it did. */
  failure: ErrorCode | null
  /** Not to be tried before this instant of the injected clock. */
  notBefore: UnixMillis
  /** Of the request that asked for it, if it had one. */
  traceparent: string | null
  created: UnixMillis
}

/**
 * One of the escrow's events, of a meter of this service, in a confirmed block: together they are the ledger. A row
 * never changes. Rows of an orphaned block are deleted.
 */
export type EscrowEvent = {
  /** Block and place in it: no two chains share a block. */
  id: string
  /** The log that it is in: mode, chain, escrow and operator. */
  source: string
  meterId: Hex
  kind: 'opened' | 'settled' | 'closed' | 'stopped' | 'reclaimed' | 'skipped'
  blockNumber: number
  logIndex: number
  timestamp: UnixSeconds
  txHash: Hex
  /** Of `settled`: the seconds charged, and the base units they moved. */
  fromSecond: number
  toSecond: number
  gross: bigint
  fee: bigint
  /** Of `closed` and `reclaimed`, in base units. */
  refunded: bigint
}

/** A block up to which a log was read: when another one has its number, it was orphaned with everything after it. */
export type IndexedBlock = { id: string; source: string; number: number; hash: Hex }

/** A transaction in the journal: committed before it leaves, replayed by its recorded time on the embedded chain. */
export type ChainTransaction = {
  id: string
  chainId: number
  sender: Address
  nonce: number
  hash: Hex
  raw: Hex
  /** Its purpose, in words and for recovery: `open`, `settle`, `settleBatch`, `close`, `deploy`, `mint` … */
  purpose: string
  /** On the embedded chain: the timestamp its block was given, in unix seconds. */
  blockTimestamp: number | null
  status: 'signed' | 'included' | 'reverted' | 'replaced'
  /** The block whose log shows it, or null while none does. */
  includedIn: number | null
  created: UnixMillis
}
