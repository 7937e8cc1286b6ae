import type { UnixMillis } from '@per-second/protocol/time'
import type {
  Address,
  Hex,
  InvoiceStatus,
  SessionStatus,
  SubscriptionStatus,
} from '@per-second/protocol/types'
import type {
  ApiKey,
  ChainJob,
  ChainTransaction,
  CheckoutSession,
  ClientToken,
  Customer,
  EscrowEvent,
  Event,
  IdempotencyRecord,
  IndexedBlock,
  Invoice,
  Merchant,
  Mode,
  Product,
  Scope,
  SignInChallenge,
  Subscription,
  WebhookDelivery,
  WebhookEndpoint,
} from '../domain/entities.ts'
import type { GasAccount } from '../domain/gas-account.ts'
import type { OutdatedKind } from './outdated-rows.ts'

/** One page of a list, newest first. At most one of the cursors is set. Each is an id in the same scope. */
export type PageRequest = {
  limit: number
  startingAfter?: string | undefined
  endingBefore?: string | undefined
}

/** `hasMore` says whether there are further objects in the direction of paging. */
export type Page<T> = { data: T[]; hasMore: boolean }

export type Repository<T extends { id: string }> = {
  get(id: string): Promise<T | null>
  /** The existing rows, in the order of the ids, by one query: each of them is then known to `get`. */
  getMany(ids: readonly string[]): Promise<T[]>
  /** When the id is taken or a unique column repeats, the unit fails, at the latest when its work is done. */
  insert(entity: T): Promise<void>
  /** Replaces the row with the entity's id. */
  update(entity: T): Promise<void>
}

export type ScopedRepository<T extends Scope & { id: string }, Filter = object> = Repository<T> & {
  /** The object, or null when it does not exist in this scope: foreign and unknown ids look alike. */
  find(scope: Scope, id: string): Promise<T | null>
  /** @returns null when a cursor is not an object of this scope. */
  list(scope: Scope, page: PageRequest, filter?: Filter): Promise<Page<T> | null>
}

export type SessionFilter = {
  status?: SessionStatus | undefined
  customer?: string | undefined
  product?: string | undefined
  now: UnixMillis
}
export type CustomerFilter = { email?: string | undefined; walletKey?: string | undefined }
export type SubscriptionFilter = {
  status?: SubscriptionStatus | undefined
  customer?: string | undefined
  product?: string | undefined
}
export type InvoiceFilter = {
  status?: InvoiceStatus | undefined
  customer?: string | undefined
  subscription?: string | undefined
  /** Inclusive bounds on `periodEnd`, in whole unix seconds. */
  periodEndGte?: number | undefined
  periodEndLte?: number | undefined
}
export type EventFilter = { type?: string | undefined }
/** The deliveries due by `now` that may be sent, unclaimed at `realNow`, and their endpoints. */
export type DueDeliveries = {
  now: UnixMillis
  realNow: UnixMillis
  limit: number
  to: { only: string } | { except: string[] }
}

/** Pending deliveries by when they are due: never, at some time, before, at or after an instant. */
export type WaitingDeliveries =
  | 'heldBack'
  | 'due'
  | { before: UnixMillis }
  | { at: UnixMillis }
  | { after: UnixMillis; except: UnixMillis }

/** A transaction of the journal that pending jobs of one kind wait for. */
export type AwaitedTransaction = { id: string; nonce: number; kind: ChainJob['kind'] }

/** Rows that wait, counted up to a bound, and the instant from which the first of them may go on, or null without any. */
export type Waiting = { count: number; since: UnixMillis | null }

/** The same of chain work that one operator has to send. */
export type OperatorWaiting = { operator: Address; count: number; since: UnixMillis }

/**
 * The waiting work at an instant. By mode: unsent and sent chain work, each by operator, and meters with a debt. Also
 * due deliveries.
 */
export type Backlog = Record<
  Mode,
  { unsent: OperatorWaiting[]; sent: OperatorWaiting[]; pastDue: number }
> & {
  deliveries: Waiting
}

/**
 * Everything one unit of work can read and change. All of it commits together or not at all. Identity map: a row read
 * twice is the same object, until it is changed. Writes are buffered, and flushed as multi-row statements before a
 * query that could see them and at the commit.
 */
export type Transaction = {
  merchants: Repository<Merchant> & {
    /** Everyone, in the order they came. */
    everyone(): Promise<Merchant[]>
  }
  apiKeys: Repository<ApiKey> & {
    /** Keys whose hash begins with these hexadecimal digits. */
    byPrefix(digits: string): Promise<ApiKey[]>
    /** Oldest first, of one merchant or of all. */
    issued(merchantId?: string): Promise<ApiKey[]>
  }
  products: ScopedRepository<Product>
  sessions: ScopedRepository<CheckoutSession, SessionFilter> & {
    /** Stored as open although their time is over, oldest first. */
    expired(now: UnixMillis, limit: number): Promise<CheckoutSession[]>
    /** The first expiry after an instant, or null. */
    nextExpiry(after: UnixMillis): Promise<UnixMillis | null>
  }
  customers: ScopedRepository<Customer, CustomerFilter> & {
    byWallet(scope: Scope, walletKey: string): Promise<Customer | null>
  }
  subscriptions: ScopedRepository<Subscription, SubscriptionFilter> & {
    /** Subscriptions with one of these, oldest first. */
    byMeterIds(meterIds: readonly Hex[]): Promise<Subscription[]>
    /** Subscriptions with `dueAt` at or before `now`, earliest first. */
    due(now: UnixMillis, limit: number): Promise<Subscription[]>
    /** The first `dueAt` after an instant, or null. */
    nextDue(after: UnixMillis): Promise<UnixMillis | null>
    /** Subscriptions of a customer created after an instant. */
    createdSince(customer: Customer, after: UnixMillis): Promise<Subscription[]>
    /** The openings of a merchant's meters made after an instant, and the fees that these have paid. */
    gasAccount(scope: Scope, after: UnixMillis): Promise<GasAccount>
    /**
     * When the subscription in this place, counted from 0, was created, of those of a merchant after an instant, or
     * null without one.
     */
    createdAt(scope: Scope, which: { since: UnixMillis; place: number }): Promise<UnixMillis | null>
    /** Subscriptions of a mode whose log has to be read again. */
    faulty(mode: Mode): Promise<Subscription[]>
    /** Subscriptions of a customer that are open or about to be. */
    openOf(customer: Customer): Promise<Subscription[]>
    /** Subscriptions of a mode that the escrow may not have closed, by id, from the one after `after` on. */
    notClosed(mode: Mode, after: string, limit: number): Promise<Subscription[]>
    /** One of a mode that may have a meter that the escrow has not closed, or null without one. */
    anyOpen(mode: Mode): Promise<Subscription | null>
    /** The operators whose keys a mode's meters need, of those that the escrow may not have closed. */
    operatorsOfOpen(mode: Mode): Promise<Address[]>
    /**
     * When an operator's oldest subscription was created that may have an unclosed meter in the escrow, or null without
     * one.
     */
    oldestOpen(mode: Mode, operator: Address): Promise<UnixMillis | null>
  }
  invoices: ScopedRepository<Invoice, InvoiceFilter> & {
    /** All of a subscription, oldest first. */
    ofSubscription(subscription: Subscription): Promise<Invoice[]>
  }
  events: ScopedRepository<Event, EventFilter>
  webhookEndpoints: ScopedRepository<WebhookEndpoint> & {
    /** Every one of a scope, oldest first. */
    allOf(scope: Scope): Promise<WebhookEndpoint[]>
    /** Every one of these scopes, oldest first within a mode. */
    allOfMany(scopes: readonly Scope[]): Promise<WebhookEndpoint[]>
    remove(ids: readonly string[]): Promise<void>
  }
  deliveries: Repository<WebhookDelivery> & {
    /** Deliveries of an event to these endpoints, oldest endpoint first. */
    ofEvent(eventId: string, endpointIds: readonly string[]): Promise<WebhookDelivery[]>
    /** Earliest first. */
    due(request: DueDeliveries): Promise<WebhookDelivery[]>
    /** Makes pending ones of an endpoint due at this instant, or never while it is null: so many at most. @returns how many */
    move(
      endpointId: string,
      which: WaitingDeliveries,
      dueAt: UnixMillis | null,
      limit: number,
    ): Promise<number>
    /** Of an endpoint, so many at most. @returns how many */
    removeOf(endpointId: string, limit: number): Promise<number>
    /** Takes every claim back: for a process that knows it is alone. */
    releaseClaims(): Promise<void>
  }
  challenges: Repository<SignInChallenge> & {
    /** Marks an unused challenge used, by one conditional update. False when it was used before. */
    consume(id: string, now: UnixMillis): Promise<boolean>
  }
  tokens: Repository<ClientToken> & {
    /** Newest first. */
    ofSession(sessionId: string): Promise<ClientToken[]>
    remove(ids: readonly string[]): Promise<void>
    revokeOfSession(sessionId: string, now: UnixMillis): Promise<void>
  }
  idempotency: Repository<IdempotencyRecord> & { remove(ids: readonly string[]): Promise<void> }
  jobs: Repository<ChainJob> & {
    /** Pending ones of an operator and a kind without a transaction that may be tried by now: since when decides the order. */
    ready(asked: {
      mode: Mode
      operator: Address
      kind: ChainJob['kind']
      now: UnixMillis
      limit: number
      first: 'oldest' | 'newest'
    }): Promise<ChainJob[]>
    /** The transactions that pending jobs of an operator wait for, in the order of nonces. */
    awaited(mode: Mode, operator: Address): Promise<AwaitedTransaction[]>
    /** Pending ones of a subscription, in the order they were made. */
    pendingOf(subscriptionId: string): Promise<ChainJob[]>
    /** Pending ones of any of these subscriptions, in the order they were made. */
    pendingOfMany(subscriptionIds: readonly string[]): Promise<ChainJob[]>
    /** All jobs of a transaction, with any outcome. */
    ofTransaction(transactionId: string): Promise<ChainJob[]>
    /** Pending ones that name one of these transactions. */
    pendingOfTransactions(transactionIds: readonly string[]): Promise<ChainJob[]>
    /** The first try of any job after an instant, or null. */
    nextTry(after: UnixMillis): Promise<UnixMillis | null>
  }
  transactions: Repository<ChainTransaction> & {
    /** All of one sender, by nonce. */
    bySender(chainId: number, sender: string, fromNonce: number): Promise<ChainTransaction[]>
    /** All that was ever signed for one nonce, oldest first. */
    ofNonce(chainId: number, sender: string, nonce: number): Promise<ChainTransaction[]>
    /** Transactions with one of these, oldest first. */
    byHashes(hashes: readonly Hex[]): Promise<ChainTransaction[]>
    /**
     * Of a sender's oldest transactions, at most `limit`, those that no block will ever bring back. Nonces are used in
     * order, and a later one is in a block up to `block`, and was signed by `before`.
     */
    final(
      chainId: number,
      sender: string,
      upTo: { block: number; before: UnixMillis; limit: number },
    ): Promise<Pick<ChainTransaction, 'id' | 'nonce'>[]>
    remove(ids: readonly string[]): Promise<void>
    /** The highest nonce given out, or null. */
    lastNonce(chainId: number, sender: string): Promise<number | null>
  }
  escrowEvents: Repository<EscrowEvent> & {
    /** All of one meter, oldest first. */
    ofMeter(meterId: Hex): Promise<EscrowEvent[]>
    /** Which of these meters the log has opened by this block. */
    openedAmong(meterIds: readonly Hex[], upTo: number): Promise<Set<Hex>>
    /** Events of a source in later blocks than this one. */
    above(source: string, blockNumber: number): Promise<EscrowEvent[]>
    /** Events of a source from the one after `after` on, up to a block, in the order of blocks and ids. */
    from(
      source: string,
      range: { after: { block: number; id: string }; upTo: number; limit: number },
    ): Promise<EscrowEvent[]>
    /** Removes the oldest ones of a meter. @returns how many */
    removeOldest(meterId: Hex, limit: number): Promise<number>
    /** Which of these ids are stored. */
    among(ids: readonly string[]): Promise<Set<string>>
    remove(ids: readonly string[]): Promise<void>
  }
  indexedBlocks: {
    insert(block: IndexedBlock): Promise<void>
    newest(source: string): Promise<IndexedBlock | null>
    /** Which of these ids are stored. */
    among(ids: readonly string[]): Promise<Set<string>>
    /** Blocks of a source, newest first. */
    of(source: string): Promise<IndexedBlock[]>
    /** Forgets those of a source that are below the one number or above the other. */
    keepBetween(source: string, lowest: number, highest: number): Promise<void>
  }
  settings: {
    get(key: string): Promise<string | null>
    set(key: string, value: string): Promise<void>
  }
  backlog(now: UnixMillis): Promise<Backlog>
  /** Deletes the oldest rows of a kind up to an instant, at most `limit`. @returns how many */
  deleteOutdated(kind: OutdatedKind, upTo: UnixMillis, limit: number): Promise<number>
}

/** The database behind one door. */
export type Storage = {
  /** Runs `work` in one durable, serialisable transaction: everything or nothing, also across a kill at any instant. */
  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Runs reads on a consistent, possibly slightly older view. `work` must not write. */
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
