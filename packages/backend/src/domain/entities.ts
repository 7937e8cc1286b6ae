import type { ErrorCode } from '@per-second/protocol/errors'
import type { UnixMillis } from '@per-second/protocol/time'
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
import {
  amount,
  flag,
  instant,
  integer,
  json,
  optionalInstant,
  optionalInteger,
  optionalText,
  type RowOf,
  terms,
  text,
} from './columns.ts'

/** Test or live, selected by the kind of key. Every object belongs to exactly one. */
export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

/** The objects that a request may see: one merchant's, in one mode. */
export type Scope = RowOf<typeof SCOPE>
const SCOPE = { merchantId: text(), mode: text<Mode>() }

export type Merchant = RowOf<typeof MERCHANT>
export const MERCHANT = {
  id: text(),
  name: text(),
  logoUrl: optionalText(),
  accent: optionalText(),
  supportUrl: optionalText(),
  payoutAddress: text<Address>(),
  created: instant(),
}

/** An API key at rest. `id` is the SHA-256 of the key in hexadecimal, and `hint` is the part that may be shown. */
export type ApiKey = RowOf<typeof API_KEY>
export const API_KEY = {
  id: text(),
  ...SCOPE,
  hint: text(),
  created: instant(),
  revokedAt: optionalInstant(),
}

export type Product = RowOf<typeof PRODUCT>
export const PRODUCT = {
  id: text(),
  ...SCOPE,
  name: text(),
  description: optionalText(),
  /** Exactly as the merchant sent it. */
  rateUsd: text(),
  allowPause: flag(),
  startMode: text<StartMode>(),
  active: flag(),
  /** Meters running, paused or past due on this product, kept with the transitions that change it. */
  activeSubscriptions: integer(),
  created: instant(),
}

/** `status` is the stored value. `domain/session-status.ts` computes whether an open session has expired. */
export type CheckoutSession = RowOf<typeof CHECKOUT_SESSION>
export const CHECKOUT_SESSION = {
  id: text(),
  ...SCOPE,
  status: text<'open' | 'complete' | 'expired'>(),
  productId: text(),
  successUrl: text(),
  cancelUrl: text(),
  /** The rate, pause and start rules as they were when the session was made. */
  rateUsd: text(),
  allowPause: flag(),
  startMode: text<StartMode>(),
  /** The maximum duration: fixed by the merchant (`capFixed`) or by the accepted authorisation, and null until then. */
  maxDurationSeconds: optionalInteger(),
  capFixed: flag(),
  customerId: optionalText(),
  /** Of an accepted signature. While the session is open its opening is pending, even past its time (docs/money.md, rule 34). */
  subscriptionId: optionalText(),
  /** Customers this session has created, at most ten (docs/money.md, rule 48). */
  customersCreated: integer(),
  created: instant(),
  expiresAt: instant(),
}

export type Customer = RowOf<typeof CUSTOMER>
export const CUSTOMER = {
  id: text(),
  ...SCOPE,
  email: text(),
  /** Checksummed. Its lower-case form, `walletKey`, is unique per merchant and mode. */
  walletAddress: text<Address>(),
  walletKey: text(),
  subscriptionCount: integer(),
  /** Base units of gross settled over all subscriptions. */
  totalSettled: amount(),
  created: instant(),
}

export type Subscription = RowOf<typeof SUBSCRIPTION>
export const SUBSCRIPTION = {
  id: text(),
  ...SCOPE,
  customerId: text(),
  productId: text(),
  sessionId: text(),
  status: text<SubscriptionStatus>(),
  rateUsd: text(),
  allowPause: flag(),
  startMode: text<StartMode>(),
  maxDurationSeconds: integer(),
  /** The signed terms. */
  terms: terms(),
  /** The meter's id on chain: the EIP-712 digest of its terms. */
  meterId: text<Hex>(),
  /** The account whose key alone opens, settles and closes it: the one in the terms, as a column for queries. */
  operator: text<Address>(),
  /** The accepted signature, or null once its opening has failed. */
  signature: optionalText<Hex>(),
  openingTxHash: optionalText<Hex>(),
  /** Its openings that failed by the payer's doing: they count in the payer's gas account (`domain/gas-account.ts`). */
  openingsFailed: integer(),
  startedAt: optionalInstant(),
  /** Since when the meter stands still, and who said so. */
  pausedAt: optionalInstant(),
  pausedBy: optionalText<'merchant' | 'subscriber'>(),
  /** Milliseconds of pauses that are over. */
  pausedMillis: integer(),
  endedAt: optionalInstant(),
  cancelReason: optionalText<CancelReason>(),
  /** For a past_due meter: its status once the debt is paid. */
  resumesAs: optionalText<'running' | 'paused'>(),
  /**
   * The end that the service gave it, even if a `stop` on chain changes `endedAt`. It is null while only such a stop has
   * ended it.
   */
  ownEndedAt: optionalInstant(),
  /** Seconds charged on chain, including those announced as paid whose block was orphaned, and the base units of both. */
  billedSeconds: integer(),
  settledGross: amount(),
  settledFee: amount(),
  refunded: amount(),
  /** Up to which second the escrow's log has charged, and up to which there are invoices. */
  loggedSeconds: integer(),
  invoicedSeconds: integer(),
  /** Whether its log could not be booked, and has to be read again. */
  logFaulty: flag(),
  /** Whether the escrow is known to have closed this meter. */
  closed: flag(),
  /** The meter that this one carries on, and the meter that carries this one on since it counts. */
  replaces: optionalText(),
  replacedBy: optionalText(),
  /** Whether the meter has come near its maximum, which is announced once. */
  isEnding: flag(),
  latestInvoiceId: optionalText(),
  /** When this subscription is due next (settlement, maximum duration, time-outs, retry), or null for never. */
  dueAt: optionalInstant(),
  /** When the next scheduled settlement is due, or null while the meter is paused or over. */
  nextSettlementAt: optionalInstant(),
  created: instant(),
}

export type Invoice = RowOf<typeof INVOICE>
export const INVOICE = {
  id: text(),
  ...SCOPE,
  subscriptionId: text(),
  customerId: text(),
  periodStart: instant(),
  periodEnd: instant(),
  seconds: integer(),
  gross: amount(),
  fee: amount(),
  net: amount(),
  status: text<InvoiceStatus>(),
  /**
   * The transaction in which the escrow's log reached its end, or that was refused. It is "" while no transaction
   * reached the chain.
   */
  txHash: text(),
  created: instant(),
}

/** An event, with the resource as it was, already in wire form: the outbox row that webhooks are delivered from. */
export type Event = RowOf<typeof EVENT>
export const EVENT = {
  id: text(),
  ...SCOPE,
  type: text<EventType>(),
  data: json<unknown>(),
  /** Of the request that it comes from (`http/request-context.ts`), if that had one. */
  traceparent: optionalText(),
  created: instant(),
}

/** A signing secret, sealed. `until` is when a replaced one stops signing, and null for the current one. */
export type WebhookSecret = { sealed: string; until: UnixMillis | null }

/** Where a merchant wants its events. `events` is null for every type, also future ones. */
export type WebhookEndpoint = RowOf<typeof WEBHOOK_ENDPOINT>
export const WEBHOOK_ENDPOINT = {
  id: text(),
  ...SCOPE,
  url: text(),
  events: json<EventType[] | null>(),
  status: text<WebhookEndpointStatus>(),
  /** Newest first. */
  secrets: json<WebhookSecret[]>(),
  /** Attempts in a row that showed a receiver at rest: until `restsUntil` no event is sent. */
  silences: integer(),
  /** Without silences: something that was set aside is not due yet, for ever or until then. Null when nothing is. */
  restsUntil: optionalInstant(),
  /** The last success, to the minute, or a later time of enabling it or changing its address. */
  lastSuccessAt: optionalInstant(),
  created: instant(),
}

/** One event for one endpoint: committed with the event, so that neither is without the other. */
export type WebhookDelivery = RowOf<typeof WEBHOOK_DELIVERY>
export const WEBHOOK_DELIVERY = {
  id: text(),
  endpointId: text(),
  eventId: text(),
  status: text<WebhookDeliveryStatus>(),
  attempts: integer(),
  /** The result of the last attempt: an HTTP status, or a word for why there was none. */
  lastStatus: optionalInteger(),
  lastFailure: optionalText<WebhookFailure>(),
  /** When to try (again), or null when all is done, or while its endpoint is disabled. */
  dueAt: optionalInstant(),
  created: instant(),
}

export type SignInChallenge = RowOf<typeof SIGN_IN_CHALLENGE>
export const SIGN_IN_CHALLENGE = {
  /** The nonce. */
  id: text(),
  sessionId: text(),
  address: text<Address>(),
  origin: text(),
  message: text(),
  expiresAt: instant(),
  usedAt: optionalInstant(),
}

/** A client token at rest: `id` is the SHA-256 of the token in hexadecimal. `expiresAt` is the latest it can last. */
export type ClientToken = RowOf<typeof CLIENT_TOKEN>
export const CLIENT_TOKEN = {
  id: text(),
  sessionId: text(),
  customerId: text(),
  expiresAt: instant(),
  /** When it was signed out, or its meter's opening failed. */
  revokedAt: optionalInstant(),
  created: instant(),
}

/** A POST that carried an Idempotency-Key. `id` is scope and key. `response` is null while its chain part is pending. */
export type IdempotencyRecord = RowOf<typeof IDEMPOTENCY_RECORD>
export const IDEMPOTENCY_RECORD = {
  id: text(),
  fingerprint: text(),
  jobId: optionalText(),
  response: optionalText(),
  /** Where a pending advance of the clock is to end, and null for every other request. */
  advancesTo: optionalInstant(),
  created: instant(),
}

/** One piece of chain work that was committed with the effect that wants it, done by the chain worker (docs/money.md, rule 27). */
export type ChainJob = RowOf<typeof CHAIN_JOB>
export const CHAIN_JOB = {
  id: text(),
  mode: text<Mode>(),
  kind: text<'open' | 'settle' | 'close'>(),
  subscriptionId: text(),
  /** The account whose key it needs. */
  operator: text<Address>(),
  /** Cumulative seconds to charge, or 0 for an opening. */
  toSecond: integer(),
  /** The end of the period this settles: the scheduled instant, or the end of the meter. */
  periodEnd: instant(),
  status: text<'pending' | 'done' | 'failed'>(),
  /** The transaction of the current attempt in the journal. */
  transactionId: optionalText(),
  attempts: integer(),
  /** Why it failed, as an error code of the API, or null unless it did. */
  failure: optionalText<ErrorCode>(),
  /** Not to be tried before this instant of the injected clock. */
  notBefore: instant(),
  /** Of the request that asked for it, if it had one. */
  traceparent: optionalText(),
  created: instant(),
}

/**
 * One of the escrow's events, of a meter of this service, in a confirmed block: together they are the ledger. A row
 * never changes. Rows of an orphaned block are deleted.
 */
export type EscrowEvent = RowOf<typeof ESCROW_EVENT>
export const ESCROW_EVENT = {
  /** Block and place in it: no two chains share a block. */
  id: text(),
  /** The log that it is in: mode, chain, escrow and operator. */
  source: text(),
  meterId: text<Hex>(),
  kind: text<'opened' | 'settled' | 'closed' | 'stopped' | 'reclaimed' | 'skipped'>(),
  blockNumber: integer(),
  logIndex: integer(),
  timestamp: integer(),
  txHash: text<Hex>(),
  /** Of `settled`: the seconds charged, and the base units they moved. */
  fromSecond: integer(),
  toSecond: integer(),
  gross: amount(),
  fee: amount(),
  /** Of `closed` and `reclaimed`, in base units. */
  refunded: amount(),
}

/** A block up to which a log was read: when another one has its number, it was orphaned with everything after it. */
export type IndexedBlock = RowOf<typeof INDEXED_BLOCK>
export const INDEXED_BLOCK = {
  id: text(),
  source: text(),
  number: integer(),
  hash: text<Hex>(),
}

/** A transaction in the journal: committed before it leaves, replayed by its recorded time on the embedded chain. */
export type ChainTransaction = RowOf<typeof CHAIN_TRANSACTION>
export const CHAIN_TRANSACTION = {
  id: text(),
  chainId: integer(),
  sender: text<Address>(),
  nonce: integer(),
  hash: text<Hex>(),
  raw: text<Hex>(),
  /** Its purpose, in words and for recovery: `open`, `settle`, `settleBatch`, `close`, `deploy`, `mint` … */
  purpose: text(),
  /** On the embedded chain: the timestamp its block was given, in unix seconds. */
  blockTimestamp: optionalInteger(),
  status: text<'signed' | 'included' | 'reverted' | 'replaced'>(),
  /** The block whose log shows it, or null while none does. */
  includedIn: optionalInteger(),
  created: instant(),
}
