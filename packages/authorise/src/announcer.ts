import { exactCost } from '@per-second/protocol/money'
import type { CheckoutSession } from '@per-second/protocol/types'
import type { AuthoriseHost } from './authorise-host.ts'
import { reportToDeveloper } from './dom/report-to-developer.ts'
import { returnUrl } from './dom/return-url.ts'
import {
  BillingAuthoriseCancelEvent,
  BillingAuthoriseChangeEvent,
  BillingAuthoriseCompleteEvent,
  BillingAuthoriseErrorEvent,
  BillingAuthoriseReadyEvent,
  BillingAuthoriseSignedInEvent,
} from './events.ts'
import type { Announcement } from './machine/effect.ts'
import { isRetryable, type Problem } from './machine/problem.ts'
import { checkoutOf, type State } from './machine/state.ts'
import type { Ports } from './ports.ts'

/** A session of a service, from the attributes. */
export type Target = { sessionId: string | null; baseUrl: string }

/** The time for which a person sees the success before the redirect. */
const LEAVE_AFTER_MS = 1_000
/** The time that the next page may take to load before this one continues. */
const STILL_HERE_AFTER_MS = 8_000

/** Dispatches events to the page, reports the page's own faults in the console, and redirects to the next page. */
export class Announcer {
  /** Whether the redirect of a complete checkout has begun. */
  isLeaving = false
  readonly #host: AuthoriseHost
  readonly #ports: Ports
  #announced = new Set<string>()
  #leaving: ReturnType<typeof setTimeout> | undefined

  constructor(host: AuthoriseHost, ports: Ports) {
    this.#host = host
    this.#ports = ports
  }

  /** For another session, every event may be dispatched again. */
  reset(): void {
    this.#announced.clear()
    this.stay()
  }

  /** Cancels the redirect. */
  stay(): void {
    clearTimeout(this.#leaving)
    this.isLeaving = false
  }

  tell(announcement: Announcement, state: State, target: Target): void {
    const { type } = announcement
    const once = type === 'announce_ready' || type === 'announce_complete'
    if (once && this.#announced.has(type)) return
    if (once) this.#announced.add(type)
    if (announcement.type === 'announce_error')
      reportToDeveloper(announcement.problem, { ...target, isUnread: state.phase === 'unavailable' })
    const session = checkoutOf(state)?.session ?? null
    const told = announce(announcement, session, problem => this.#host.describe(problem))
    if (!told || target.sessionId === null) return
    const goes = this.#host.dispatchEvent(told.event)
    const { leaveTo } = told
    if (!goes || leaveTo === null || this.#host.redirect === 'none') return
    this.isLeaving = type === 'announce_complete'
    if (this.isLeaving) this.#leaving = setTimeout(() => this.#leave(leaveTo), LEAVE_AFTER_MS)
    else this.#ports.navigate(leaveTo)
  }

  /** If the page is still there, it shows its meter: the address may differ only by its hash, or be a download. */
  #leave(leaveTo: string): void {
    this.#ports.navigate(leaveTo)
    this.#leaving = setTimeout(() => {
      this.stay()
      this.#host.requestUpdate()
    }, STILL_HERE_AFTER_MS)
  }
}

/** An event to dispatch, and the address to open unless a listener prevents it. */
export type Told = { event: Event; leaveTo: string | null }

/** The event for the page. Null if there is no session to report. */
export function announce(
  announcement: Announcement,
  session: CheckoutSession | null,
  sentenceOf: (problem: Problem) => string,
): Told | null {
  const stay = (event: Event): Told => ({ event, leaveTo: null })
  if (announcement.type === 'announce_error') {
    const { problem } = announcement
    const { code, cause, field = null } = problem
    const retryable = isRetryable(problem)
    return stay(new BillingAuthoriseErrorEvent(code, sentenceOf(problem), { cause, field, retryable }))
  }
  if (!session) return null
  switch (announcement.type) {
    case 'announce_ready':
      return stay(new BillingAuthoriseReadyEvent(session))
    case 'announce_change': {
      const { durationSeconds } = announcement
      const maximum = exactCost(session.product.rate_usd_per_second, durationSeconds)
      return stay(new BillingAuthoriseChangeEvent(durationSeconds, maximum))
    }
    case 'announce_signed_in':
      return stay(new BillingAuthoriseSignedInEvent(announcement.customer))
    case 'announce_complete':
      return {
        event: new BillingAuthoriseCompleteEvent(session, announcement.foundOnLoad),
        leaveTo: announcement.foundOnLoad ? null : returnUrl(session.success_url, session.id),
      }
    case 'announce_cancel':
      return {
        event: new BillingAuthoriseCancelEvent(session),
        leaveTo: announcement.stays ? null : returnUrl(session.cancel_url, session.id),
      }
  }
}
