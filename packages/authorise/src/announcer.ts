import { announce } from './announce.ts'
import type { AuthoriseHost } from './authorise-host.ts'
import { reportToDeveloper } from './dom/report-to-developer.ts'
import type { Announcement } from './machine/effect.ts'
import { checkoutOf, type State } from './machine/state.ts'
import type { Ports } from './ports.ts'

/** Which session of which service, from the attributes. */
export type Target = { sessionId: string | null; baseUrl: string }

/** How long a person sees that it worked before the page goes on. */
const LEAVE_AFTER_MS = 1_000
/** How long the next page may take to come before this one goes on. */
const STILL_HERE_AFTER_MS = 8_000

/** Tells the page what happened, what is the page's own fault to its developer, and leaves for where the checkout goes on. */
export class Announcer {
  /** Whether the page is on its way to where a complete checkout goes on. */
  isLeaving = false
  readonly #host: AuthoriseHost
  readonly #ports: Ports
  #announced = new Set<string>()
  #leaving: ReturnType<typeof setTimeout> | undefined

  constructor(host: AuthoriseHost, ports: Ports) {
    this.#host = host
    this.#ports = ports
  }

  /** Another session has everything to tell anew. */
  reset(): void {
    this.#announced.clear()
    this.stay()
  }

  /** The page is here after all. */
  stay(): void {
    clearTimeout(this.#leaving)
    this.isLeaving = false
  }

  tell(announcement: Announcement, state: State, target: Target): void {
    const { type } = announcement
    const once = type === 'announce_ready' || type === 'announce_complete'
    if (once && this.#announced.has(type)) return
    if (once) this.#announced.add(type)
    if (announcement.type === 'announce_error') reportToDeveloper(announcement.problem, target)
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

  /** A page that is still there has its meter to show: the address may differ by its hash alone, or be a download. */
  #leave(leaveTo: string): void {
    this.#ports.navigate(leaveTo)
    this.#leaving = setTimeout(() => {
      this.stay()
      this.#host.requestUpdate()
    }, STILL_HERE_AFTER_MS)
  }
}
