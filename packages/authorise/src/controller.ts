import type { ReactiveController } from 'lit'
import { Announcer, type Target } from './announcer.ts'
import type { AuthoriseHost } from './authorise-host.ts'
import { reportToDeveloper } from './dom/report-to-developer.ts'
import type { Effects } from './effects/effects.ts'
import { AuthoriseError } from './errors/authorise-error.ts'
import { BillingAuthoriseMeterEvent, BillingAuthorisePhaseEvent } from './events.ts'
import type { Announcement, Effect } from './machine/effect.ts'
import type { Event } from './machine/event.ts'
import { firstTransition } from './machine/first-transition.ts'
import { type Problem, problemFrom } from './machine/problem.ts'
import { checkoutOf, INITIAL_STATE, publicPhase, type State } from './machine/state.ts'
import { type MeterStatus, meterStatus } from './meter/meter-status.ts'
import type { CheckoutPart, Ports } from './ports.ts'
import { type Connection, SessionReader } from './session-reader.ts'
import { WaitTimer } from './wait-timer.ts'
import type { WalletChoice } from './wallet/wallet.ts'

const MISSES_SESSION_AFTER_MS = 10_000

/**
 * Runs the machine. It handles the first screen by itself: one request, the timers, the events to the page. All other effects are
 * loaded on hover, touch or focus, or when the first one is needed. All work ends when the element leaves the page. A move within the
 * page changes nothing.
 */
export class AuthoriseController implements ReactiveController {
  state: State = INITIAL_STATE
  readonly host: AuthoriseHost
  readonly ports: Ports
  readonly announcer: Announcer
  /** Effects and later screens. Null until they are loaded. */
  part: (Omit<CheckoutPart, 'Effects'> & { effects: Effects }) | null = null
  #loading: Promise<Effects> | null = null
  readonly session = new SessionReader(this)
  readonly #wait = new WaitTimer(() => {
    this.dispatch({ type: 'wait_prolonged' })
    void this.session.prolonged()
  })
  #target: Target = { sessionId: null, baseUrl: '' }
  #missTimer: ReturnType<typeof setTimeout> | undefined
  #page: AbortController | null = null
  #document: Document | null = null
  #found: readonly WalletChoice[] | null = null
  #leaveWallets = () => {}

  constructor(host: AuthoriseHost, ports: Ports) {
    this.host = host
    this.ports = ports
    this.announcer = new Announcer(host, ports)
    host.addController(this)
  }

  /** The current session. Null until the service's address is known. */
  get connection(): Connection | null {
    return this.session.connection
  }

  /**
   * The wallets of this browser, known before the subscriber presses Connect, so that the card can say that there is none. Null while
   * they are not known, and where the page brings wallets of its own.
   */
  get found(): readonly WalletChoice[] | null {
    const { wagmiConfig, provider, walletConnectProjectId } = this.host
    if (wagmiConfig || provider || walletConnectProjectId) return null
    return this.#found
  }

  /** The status of a complete session's meter. Null before, and while it is hidden. */
  get meter(): MeterStatus | null {
    const { state } = this
    return state.phase === 'complete' && state.reading ? meterStatus(state.reading.subscription) : null
  }

  hostConnected(): void {
    this.#enter(this.host.ownerDocument)
    if (this.#target.sessionId !== null && !this.connection) this.#request()
  }

  #enter(ownerDocument: Document): void {
    if (this.#page && ownerDocument === this.#document) return
    this.#page?.abort()
    this.#page = new AbortController()
    this.#document = ownerDocument
    const { signal } = this.#page
    const view = ownerDocument.defaultView ?? window
    const looked = () => void this.session.refresh()
    view.addEventListener('focus', looked, { signal })
    ownerDocument.addEventListener('visibilitychange', looked, { signal })
    view.addEventListener('online', () => this.#returned('back_online'), { signal })
    // The Back button may bring the page back as it was left.
    view.addEventListener('pageshow', ({ persisted }) => persisted && this.#returned('page_restored'), {
      signal,
    })
    this.#missTimer = setTimeout(() => this.#missSession(), MISSES_SESSION_AFTER_MS)
    signal.addEventListener('abort', () => clearTimeout(this.#missTimer))
  }

  hostDisconnected(): void {
    // A move of an element disconnects and connects it within one task. Turbo's promises lie between the two.
    setTimeout(() => {
      if (this.host.isConnected) return
      this.#page?.abort()
      this.#page = null
      this.announcer.stay()
      this.#end()
    })
  }

  /** Switches to this session of this service. A null session makes no request. */
  setTarget(sessionId: string | null, baseUrl: string): void {
    if (sessionId === this.#target.sessionId && baseUrl === this.#target.baseUrl) return
    this.#target = { sessionId, baseUrl }
    if (sessionId !== null) clearTimeout(this.#missTimer)
    this.announcer.reset()
    // An element off the page makes no request, because the end of the request would be missed.
    if (this.host.isConnected || sessionId === null) this.#request()
    else this.#end()
  }

  dispatch(event: Event): void {
    const before = this.state
    const [phase, meter] = [publicPhase(before), this.meter]
    const next = (this.part?.transition ?? firstTransition)(before, event)
    if (!next) {
      // Only the whole machine can decide it.
      this.#whenLoaded(() => this.dispatch(event))
      return
    }
    const [state, effects] = next
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

  /** On hover, touch or focus: preloads the next chunk. */
  attend(): void {
    this.#whenLoaded(() => undefined)
  }

  /** Loads the chunk when it is required. A failure is reported, with a way to retry. */
  need(work: (effects: Effects) => void = () => undefined): void {
    this.#whenLoaded(work, cause => this.dispatch({ type: 'failed', problem: problemFrom(cause) }))
  }

  /** Loads wallet stack and checks: called when a pointer or the focus reaches Connect. */
  preloadWallet(): void {
    if (checkoutOf(this.state)) this.#whenLoaded(effects => effects.preload())
  }

  /** The press waits for the later screens, which draw the result and move the focus. */
  cancel(): void {
    const cancel = () => this.dispatch({ type: 'cancel_pressed' })
    if (this.part) cancel()
    else this.#whenLoaded(cancel, cancel)
  }

  /** Reports a problem to the page without a change of the checkout. */
  report(problem: Problem): void {
    this.announcer.tell({ type: 'announce_error', problem }, this.state, this.#target)
  }

  complain(problem: Problem): void {
    reportToDeveloper(problem, this.#target)
  }

  /** The code behind the first press, loaded once. @throws {AuthoriseError} `module_unavailable`. The next call tries again. */
  load(): Promise<Effects> {
    this.#loading ??= this.#loadPart().catch(cause => {
      this.#loading = null
      throw new AuthoriseError('module_unavailable', 'A part of the element could not be loaded.', { cause })
    })
    return this.#loading
  }

  async #loadPart(): Promise<Effects> {
    const { Effects, screens, transition } = await this.ports.loadCheckout()
    const effects = new Effects(this)
    this.part = { effects, screens, transition }
    this.host.requestUpdate()
    return effects
  }

  /** Goes on once the code behind the first press is loaded, or cannot be, unless the session has changed meanwhile. */
  #whenLoaded(work: (effects: Effects) => void, failed: (cause: unknown) => void = () => undefined): void {
    const { connection } = this
    this.load().then(
      effects => this.connection === connection && work(effects),
      cause => this.connection === connection && failed(cause),
    )
  }

  /** The session may arrive late, but hardly later than this. */
  #missSession(): void {
    if (this.#target.sessionId !== null) return
    const cause = 'session is missing and must be the id of a checkout session, cs_…'
    this.complain({ code: 'attribute_invalid', field: 'session', cause })
  }

  #returned(type: 'back_online' | 'page_restored'): void {
    if (type === 'page_restored') this.announcer.stay()
    this.dispatch({ type })
    void this.session.refresh()
  }

  #request(): void {
    this.#end()
    const { sessionId } = this.#target
    if (sessionId !== null) this.#findWallets()
    this.dispatch({ type: 'session_requested', sessionId, isReturn: this.session.keepsToken(this.#target) })
  }

  #findWallets(): void {
    this.#leaveWallets = this.ports.findWallets(wallets => {
      this.#found = wallets
      this.host.requestUpdate()
    })
  }

  #end(): void {
    this.#leaveWallets()
    this.#found = null
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
    else this.need(effects => effects.run(effect))
  }
}

function isAnnouncement(effect: Effect): effect is Announcement {
  return effect.type.startsWith('announce')
}
