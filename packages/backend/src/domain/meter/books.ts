import type { ErrorCode } from '@per-second/protocol/errors'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { BillingPolicy } from '../billing-policy.ts'
import type { ChainJob, CheckoutSession, EscrowEvent, Invoice, Subscription } from '../entities.ts'
import type { IdPrefix } from '../id.ts'

/** Everything the service knows of one meter. A step returns changed copies of these rows and changes no row in place. */
export type MeterBooks = {
  subscription: Subscription
  /** The checkout session of the meter, or null once its opening was announced. */
  session: CheckoutSession | null
  /** Pending jobs, oldest first, and the jobs that the input names as orphaned. After a step also the jobs that the step ended. */
  jobs: readonly ChainJob[]
  /** By transaction id: every hash signed for the transaction of a job, replaced ones included. Loaded for inputs of the log. */
  signed: ReadonlyMap<string, readonly Hex[]>
  /** With the whole log: every invoice, oldest first. Without: the newest invoice, and the invoices that the step created. */
  invoices: readonly Invoice[]
  /** Every event of the escrow about the meter, oldest first, or null while it is not loaded. */
  log: readonly EscrowEvent[] | null
}

export type MeterContext = {
  now: UnixMillis
  policy: BillingPolicy
  newId: (prefix: IdPrefix) => string
  /** The trace of the request. New jobs and events carry it. */
  traceparent: string | null
}

/** The side that requests a change. A subscriber's repeat changes nothing. A merchant's repeat is refused. */
export type Actor = 'merchant' | 'subscriber'

/** A merchant's or a subscriber's request. */
export type MeterRequest =
  | { type: 'started' }
  | { type: 'paused'; by: Actor }
  | { type: 'resumed'; by: Actor }
  | { type: 'canceled'; by: Actor }

/** Every input that a meter can get after its draft was accepted. */
export type MeterInput =
  | MeterRequest
  | { type: 'due' }
  | {
      type: 'logRead'
      /** Events that are new in the log, or empty when events were removed. */
      fresh: readonly EscrowEvent[]
      /** Jobs whose transactions were orphaned. */
      orphaned: readonly string[]
      /** The log was just read from the chain for this meter alone. */
      isReread: boolean
    }
  | {
      type: 'refused'
      jobId: string
      /** The reverted transaction, or "" for a call that was refused before it was sent. */
      hash: Hex | ''
      isReread: boolean
    }
  | { type: 'openingSent'; jobId: string; hash: Hex }
  | { type: 'openingFailed'; jobId: string; code: ErrorCode; byPayer: boolean }
  | { type: 'openingLost'; jobId: string }
  /** The transaction of a job will be in no block: the job is sent again. */
  | { type: 'unsent'; jobId: string }
  /** The job has no work left. */
  | { type: 'dropped'; jobId: string }
  /** A later transaction may do the job. */
  | { type: 'postponed'; jobId: string }
  /** A meter that carries this one on has started to count. */
  | { type: 'replaced'; successor: string; at: UnixMillis }
  | { type: 'restored'; asOf: UnixMillis }

/** The fields of one input. */
export type InputOf<T extends MeterInput['type']> = Extract<MeterInput, { type: T }>

/** `fault` is the reason why the log cannot be complete. The books beside it may be saved all the same. */
export type StepResult = { books: MeterBooks; fault: string | null } | { needs: 'log' }

export type WholeBooks = MeterBooks & { log: readonly EscrowEvent[] }

export function isWhole(books: MeterBooks): books is WholeBooks {
  return books.log !== null
}

export function pendingJobs({ jobs }: Pick<MeterBooks, 'jobs'>): ChainJob[] {
  return jobs.filter(({ status }) => status === 'pending')
}

/** The pending job with this id. A late answer about any other job changes nothing. */
export function pendingJob(books: MeterBooks, jobId: string): ChainJob | undefined {
  return pendingJobs(books).find(({ id }) => id === jobId)
}

/** The row with these fields, or the same row where no field differs. */
export function changed<Row extends object>(row: Row, fields: Partial<Row>): Row {
  const isSame = (Object.keys(fields) as (keyof Row)[]).every(key => row[key] === fields[key])
  return isSame ? row : { ...row, ...fields }
}

export function withSubscription<Books extends MeterBooks>(
  books: Books,
  fields: Partial<Subscription>,
): Books {
  const subscription = changed(books.subscription, fields)
  return subscription === books.subscription ? books : { ...books, subscription }
}

/** The books with other fields in pending jobs. null leaves a job as it is. */
export function withJobs(
  books: MeterBooks,
  fieldsOf: (job: ChainJob) => Partial<ChainJob> | null,
): MeterBooks {
  const jobs = books.jobs.map(job => (job.status === 'pending' ? changed(job, fieldsOf(job) ?? {}) : job))
  return jobs.every((job, index) => job === books.jobs[index]) ? books : { ...books, jobs }
}
