import type { ReactiveController } from 'lit'
import { Announcer, type Target } from './announcer.ts'
import type { AuthoriseHost } from './authorise-host.ts'
import { CheckoutLoader } from './checkout-loader.ts'
import { reportToDeveloper } from './dom/report-to-developer.ts'
import { watchPage } from './dom/watch-page.ts'
import type { Effects } from './effects/effects.ts'
import { BillingAuthoriseMeterEvent, BillingAuthorisePhaseEvent } from './events.ts'
import type { Announcement, Effect, OutsideEffect } from './machine/effect.ts'
import type { Event } from './machine/event.ts'
import { type Problem, problemFrom } from './machine/problem.ts'
import { checkoutOf, INITIAL_STATE, publicPhase, type State } from './machine/state.ts'
import { transition } from './machine/transition.ts'
import { type MeterStatus, meterStatus } from './meter/meter-status.ts'
import type { Ports } from './ports.ts'
import { type Connection, SessionReader } from './session-reader.ts'
import { WaitTimer } from './wait-timer.ts'

const MISSES_SESSION_AFTER_MS = 10_000

/**
 * Runs the machine. What it does by itself is the first screen: one request, the timers, what is told to the page. Every other
 * effect is loaded when somebody turns to the element, and at the latest when one is needed. Everything ends when the element
 * leaves the page; being moved within it changes nothing.
 */
export class AuthoriseController implements ReactiveController {
  state: State = INITIAL_STATE
  readonly host: AuthoriseHost
  readonly ports: Ports
  readonly announcer: Announcer
  readonly #loader = new CheckoutLoader(this)
  readonly session = new SessionReader(this)
  readonly #wait = new WaitTimer(() => {
    this.dispatch({ type: 'wait_prolonged' })
    void this.session.prolonged()
  })
  #target: Target = { sessionId: null, baseUrl: '' }
  #missTimer: ReturnType<typeof setTimeout> | undefined
  #page: AbortController | null = null
  #document: Document | null = null

  constructor(host: AuthoriseHost, ports: Ports) {
    this.host = host
    this.ports = ports
    this.announcer = new Announcer(host, ports)
    host.addController(this)
  }

  /** The session that is worked on; null until it is known where to ask. */
  get connection(): Connection | null {
    return this.session.connection
  }

  /** Effects and later screens; null until they are loaded. */
  get part(): CheckoutLoader['part'] {
    return this.#loader.part
  }

  /** What the meter of a complete session does; null before, and while nobody can see it. */
  get meter(): MeterStatus | null {
    const { state } = this
    return state.phase === 'complete' && state.reading ? meterStatus(state.reading.subscription) : null
  }

  hostConnected(): void {
    const { ownerDocument } = this.host
    if (this.#page && ownerDocument === this.#document) return
    this.#page?.abort()
    this.#page = new AbortController()
    this.#document = ownerDocument
    const { signal } = this.#page
    const looked = () => void this.session.refresh()
    watchPage(ownerDocument, { looked, returned: type => this.#returned(type) }, signal)
    if (this.#target.sessionId !== null && !this.connection) this.#request()
    this.#missTimer = setTimeout(() => this.#missSession(), MISSES_SESSION_AFTER_MS)
    signal.addEventListener('abort', () => clearTimeout(this.#missTimer))
  }

  hostDisconnected(): void {
    // Moving an element disconnects and connects it again within one task.
    queueMicrotask(() => {
      if (this.host.isConnected) return
      this.#page?.abort()
      this.#page = null
      this.announcer.stay()
      this.#end()
    })
  }

  /** Works on this session of this service from now on. A null session asks for nothing. */
  setTarget(sessionId: string | null, baseUrl: string): void {
    if (sessionId === this.#target.sessionId && baseUrl === this.#target.baseUrl) return
    this.#target = { sessionId, baseUrl }
    if (sessionId !== null) clearTimeout(this.#missTimer)
    this.announcer.reset()
    // Off the page nothing is asked for that nobody would end.
    if (this.#page || sessionId === null) this.#request()
  }

  dispatch(event: Event): void {
    const before = this.state
    const [phase, meter] = [publicPhase(before), this.meter]
    const [state, effects] = transition(before, event)
    this.state = state
    for (const effect of effects) this.#run(effect)
    if (state === before) return
    this.session.schedule()
    this.#wait.changed(before, state)
    this.part?.effects.changed(before)
    if (publicPhase(state) !== phase)
      this.host.dispatchEvent(new BillingAuthorisePhaseEvent(publicPhase(state)))
    if (this.meter !== meter) this.host.dispatchEvent(new BillingAuthoriseMeterEvent(this.meter))
    this.host.requestUpdate()
  }

  /** Somebody turns to the element: what they may need next is fetched before they need it. */
  attend(): void {
    this.#loader.load().catch(() => undefined)
  }

  /** The same for what cannot do without: that it did not come is told. */
  need(): void {
    this.#loader.load().catch(cause => this.dispatch({ type: 'failed', problem: problemFrom(cause) }))
  }

  /** Loads wallet stack and checks: called when a pointer or the focus reaches Connect. */
  preloadWallet(): void {
    if (!checkoutOf(this.state)) return
    this.#loader.load().then(
      effects => effects.preload(),
      () => undefined,
    )
  }

  /** What is drawn then, and where the focus goes, comes with the later screens: the press waits for them. */
  cancel(): void {
    const { connection } = this
    const cancel = () => {
      if (this.connection === connection) this.dispatch({ type: 'cancel_pressed' })
    }
    if (this.part) cancel()
    else this.#loader.load().then(cancel, cancel)
  }

  /** Tells the page of a problem that changes nothing about the checkout. */
  report(problem: Problem): void {
    this.announcer.tell({ type: 'announce_error', problem }, this.state, this.#target)
  }

  /** What is behind the first press. @throws {AuthoriseError} `module_unavailable` */
  load(): Promise<Effects> {
    return this.#loader.load()
  }

  /** The session may arrive late, but hardly as late as this. */
  #missSession(): void {
    if (this.#target.sessionId !== null) return
    reportToDeveloper({ code: 'attribute_invalid', field: 'session' }, this.#target)
  }

  #returned(type: 'back_online' | 'page_restored'): void {
    if (type === 'page_restored') this.announcer.stay()
    this.dispatch({ type })
    void this.session.refresh()
  }

  #request(): void {
    this.#end()
    const { sessionId } = this.#target
    this.dispatch({ type: 'session_requested', sessionId, isReturn: this.session.keepsToken(this.#target) })
  }

  #end(): void {
    this.session.end()
    this.#wait.end()
    this.part?.effects.end()
  }

  #run(effect: Effect): void {
    if (effect.type === 'load') void this.session.load(effect.sessionId, this.#target.baseUrl)
    else if (effect.type === 'abort_flow') this.part?.effects.abort()
    else if (effect.type === 'reload_page') this.ports.reload()
    else if (isAnnouncement(effect)) this.announcer.tell(effect, this.state, this.#target)
    else if (this.part) this.part.effects.run(effect)
    else void this.#runLoaded(effect)
  }

  /** What could not be loaded is told like any other failure, with the way to ask again. */
  async #runLoaded(effect: OutsideEffect): Promise<void> {
    const { connection } = this
    try {
      const effects = await this.#loader.load()
      if (this.connection === connection) effects.run(effect)
    } catch (cause) {
      if (this.connection === connection) this.dispatch({ type: 'failed', problem: problemFrom(cause) })
    }
  }
}

function isAnnouncement(effect: Effect): effect is Announcement {
  return effect.type.startsWith('announce')
}
