import type { UnixMillis } from '@per-second/protocol/time'
import type { Address, InvoiceStatus, SessionStatus, SubscriptionStatus } from '@per-second/protocol/types'
import type { ChainJob, Mode, Scope } from '../domain/entities.ts'
import type { createTransaction } from './create-transaction.ts'

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
/** The deliveries due by `now`, of the endpoint `only` or without those of `except`, and without those in `besides`. */
export type DueDeliveries = {
  now: UnixMillis
  limit: number
  only?: string
  except?: readonly string[]
  besides?: readonly string[]
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

/** An operator that has chain work, and the instant from which the first of it may go on. */
export type OperatorWaiting = { operator: Address; since: UnixMillis }

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
 * twice is the same object, until it is changed. Writes are buffered, and flushed as multi-row statements before the
 * next query of a changed table and at the commit.
 */
export type Transaction = ReturnType<typeof createTransaction>

/** The database behind one door. */
export type Storage = {
  /** Runs `work` in one durable, serialisable transaction: everything or nothing, also across a kill at any instant. */
  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Runs reads on a consistent, possibly slightly older view. `work` must not write. */
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
