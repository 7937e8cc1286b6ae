import {
  type InputOf,
  type MeterBooks,
  type MeterContext,
  type MeterInput,
  pendingJob,
  type StepResult,
  withJobs,
  withSubscription,
} from './books.ts'
import { due } from './due.ts'
import { retryLater } from './jobs.ts'
import { logRead } from './log-read.ts'
import { openingFailed, openingLost, refused } from './refusals.ts'
import { replaced } from './replaced.ts'
import { canceled, paused, resumed, started } from './requests.ts'
import { restored } from './restored.ts'

/**
 * The books of a meter after something has happened to it. Pure: the same books, input and context give the same books.
 *
 * @returns `needs` where the whole log and every invoice are needed: the caller loads both and calls again
 * @throws {ApiError} for a request that the meter's state does not allow
 */
export function step(books: MeterBooks, input: MeterInput, context: MeterContext): StepResult {
  switch (input.type) {
    case 'started':
      return done(started(books, context))
    case 'paused':
      return done(paused(books, input, context))
    case 'resumed':
      return done(resumed(books, input, context))
    case 'canceled':
      return done(canceled(books, input, context))
    case 'due':
      return done(due(books, context))
    case 'logRead':
      return logRead(books, input, context)
    case 'refused':
      return refused(books, input, context)
    case 'openingSent':
      return done(openingSent(books, input))
    case 'openingFailed':
      return done(openingFailed(books, input))
    case 'openingLost':
      return openingLost(books, input, context)
    case 'unsent':
      return done(withJobs(books, ({ id }) => (id === input.jobId ? { transactionId: null } : null)))
    case 'dropped':
      return done(withJobs(books, ({ id }) => (id === input.jobId ? { status: 'done' } : null)))
    case 'postponed':
      return done(retryLater(books, input.jobId, context))
    case 'replaced':
      return done(replaced(books, input, context))
    case 'restored':
      return done(restored(books, input, context))
  }
}

function done(books: MeterBooks): StepResult {
  return { books, fault: null }
}

/** The hash of the opening that is being sent, shown to the subscriber before its block is confirmed. */
function openingSent(books: MeterBooks, { jobId, hash }: InputOf<'openingSent'>): MeterBooks {
  return pendingJob(books, jobId) ? withSubscription(books, { openingTxHash: hash }) : books
}

/**
 * When and for which request an input counts. Clocks may be set back, so a request changes a meter no earlier than its row says it was
 * started or paused (docs/money.md, rule 12). The consequences of a job belong to the trace of the request that created it.
 */
export function contextOf(
  { subscription, jobs }: MeterBooks,
  input: MeterInput,
  context: MeterContext,
): MeterContext {
  const { type } = input
  if (REQUESTS.includes(type)) {
    const { startedAt, pausedAt } = subscription
    const at = type === 'replaced' ? input.at : context.now
    return { ...context, now: Math.max(at, startedAt ?? 0, pausedAt ?? 0) }
  }
  if (type === 'due') return context
  const inherited = jobs.find(job => job.traceparent !== null)?.traceparent ?? null
  return { ...context, traceparent: context.traceparent ?? inherited }
}

const REQUESTS: readonly MeterInput['type'][] = ['started', 'paused', 'resumed', 'canceled', 'replaced']
