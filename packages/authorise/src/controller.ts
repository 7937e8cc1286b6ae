import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { Announcer, type Target } from './announcer.ts'
import { CheckoutLoader } from './checkout-loader.ts'
import { reportToDeveloper } from './dom/report-to-developer.ts'
import { watchPage } from './dom/watch-page.ts'
import { BillingAuthoriseMeterEvent, BillingAuthorisePhaseEvent } from './events.ts'
import type { Announcement, Effect, OutsideEffect } from './machine/effect.ts'
import type { Event } from './machine/event.ts'
import { type Problem, problemFrom } from './machine/problem.ts'
import { checkoutOf, INITIAL_STATE, publicPhase, type State } from './machine/state.ts'
import { transition } from './machine/transition.ts'
import { type MeterStatus, meterStatus } from './meter/meter-status.ts'
import type { Ports } from './ports.ts'
import { createHttp, type Http } from './service/http.ts'
import { readSession } from './service/read-session.ts'
import type { Pins } from './signing/pins.ts'
import { type SessionKeys, sessionKeys } from './storage-key.ts'
import { WaitTimer } from './wait-timer.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'

/** What the controller needs of the element. */
export type AuthoriseHost = ReactiveControllerHost &
  EventTarget & {
    readonly isConnected: boolean
    readonly wagmiConfig: WagmiWalletOptions['wagmiConfig']
    readonly provider: WagmiWalletOptions['provider']
    readonly walletConnectProjectId: string | null
    readonly redirect: 'auto' | 'none'
    readonly remember: 'browser' | 'tab'
    readonly pins: Pins
    /** What the page proposes to begin with. */
    readonly proposed: { email: string; seconds: number | null }
    /** The sentence for a problem, in the element's language. */
    describe(problem: Problem): string
  }

/** One session of one service, from the attributes to the next change of them. */
export type Connection = {
  sessionId: string
  http: Http
  keys: SessionKeys
  life: AbortController
}

const READ_EVERY_MS = 10_000
const READ_FUNDS_EVERY_MS = 2_000
const MISSES_SESSION_AFTER_MS = 10_000

/**
 * Runs the machine. What it does by itself is the first screen: one request, the timers, what is told to the page. Every other
 * effect is loaded when somebody turns to the element, and at the latest when one is needed. Everything ends when the element
 * leaves the page; being moved within it changes nothing.
 */
export class AuthoriseController implements ReactiveController {
  state: State = INITIAL_STATE
  connection: Connection | null = null
  readonly host: AuthoriseHost
  readonly ports: Ports
  readonly announcer: Announcer
  readonly #loader = new CheckoutLoader(this)
  readonly #wait = new WaitTimer(() => this.dispatch({ type: 'wait_prolonged' }))
  #target: Target = { sessionId: null, baseUrl: '' }
  #readTimer: ReturnType<typeof setTimeout> | undefined
  #missTimer: ReturnType<typeof setTimeout> | undefined
  #page: AbortController | null = null
  #life = new AbortController()

  constructor(host: AuthoriseHost, ports: Ports) {
    this.host = host
    this.ports = ports
    this.announcer = new Announcer(host, ports)
    host.addController(this)
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
    if (this.#page) return
    this.#page = new AbortController()
    const { signal } = this.#page
    const looked = () => void this.refresh()
    watchPage({ looked, returned: type => this.#returned(type) }, signal)
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
      this.#end()
    })
  }

  /** Works on this session of this service from now on. A null session asks for nothing. */
  setTarget(sessionId: string | null, baseUrl: string): void {
    if (sessionId === this.#target.sessionId && baseUrl === this.#target.baseUrl) return
    this.#target = { sessionId, baseUrl }
    if (sessionId !== null) clearTimeout(this.#missTimer)
    this.announcer.reset()
    this.#request()
  }

  dispatch(event: Event): void {
    const before = this.state
    const [phase, meter] = [publicPhase(before), this.meter]
    const [state, effects] = transition(before, event)
    this.state = state
    for (const effect of effects) this.#run(effect)
    if (state === before) return
    this.schedule()
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

  /** The page's monotonic clock, for drawing the meter. */
  now(): number {
    return this.ports.monotonicNow()
  }

  /** Reads what may have changed without the page. */
  async refresh(): Promise<void> {
    const { connection } = this
    if (!connection || document.visibilityState === 'hidden') return
    if (this.state.phase === 'complete') return this.part?.effects.meter.read()
    void this.part?.effects.refresh()
    if (checkoutOf(this.state)?.session.status !== 'open') return this.schedule()
    const { sessionId, http, life } = connection
    const answer = await readSession(http, sessionId, { signal: life.signal }).catch(() => null)
    if (life.signal.aborted) return
    if (answer && answer.value.status !== 'open') await this.#loader.load().catch(() => undefined)
    if (answer && !life.signal.aborted) this.dispatch({ type: 'session_read', session: answer.value })
    this.schedule()
  }

  /** Sets the next reading of what may change by itself. */
  schedule(): void {
    clearTimeout(this.#readTimer)
    const { state, part } = this
    const { session, lock } = checkoutOf(state) ?? {}
    // What was signed for an expired session may still be opened.
    const isOpen = state.phase === 'expired' ? lock?.isKnown === false : session?.status === 'open'
    const openDelay = part?.effects.isShort() ? READ_FUNDS_EVERY_MS : READ_EVERY_MS
    const delay = isOpen ? openDelay : (part?.effects.meter.readDelay() ?? null)
    if (delay !== null) this.#readTimer = setTimeout(() => void this.refresh(), delay)
  }

  /** The session may arrive late, but hardly as late as this. */
  #missSession(): void {
    if (this.#target.sessionId !== null) return
    reportToDeveloper({ code: 'attribute_invalid', field: 'session' }, this.#target)
  }

  #returned(type: 'back_online' | 'page_restored'): void {
    if (type === 'page_restored') this.announcer.stay()
    this.dispatch({ type })
    void this.refresh()
  }

  #request(): void {
    this.#end()
    const { sessionId } = this.#target
    this.dispatch({ type: 'session_requested', sessionId, isReturn: this.#keepsToken() })
  }

  /** Whether somebody comes back to a meter that this browser looks after. */
  #keepsToken(): boolean {
    const { sessionId, baseUrl } = this.#target
    const service = URL.parse(baseUrl, document.baseURI)
    if (sessionId === null || !service) return false
    const { token } = sessionKeys(service.origin, sessionId)
    return (this.ports.storage.read(token) ?? this.ports.tabStorage.read(token)) !== null
  }

  #end(): void {
    this.#life.abort()
    this.connection = null
    clearTimeout(this.#readTimer)
    this.#wait.end()
    this.part?.effects.end()
  }

  #run(effect: Effect): void {
    if (effect.type === 'load') void this.#readSession(effect.sessionId)
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
      if (this.connection === connection) this.#fail(problemFrom(cause))
    }
  }

  async #readSession(sessionId: string): Promise<void> {
    this.#life.abort()
    this.#life = new AbortController()
    const life = this.#life
    try {
      const { baseUrl } = this.#target
      const http = createHttp({ baseUrl, pageUrl: document.baseURI, fetch: this.ports.fetch })
      const keys = sessionKeys(http.origin, sessionId)
      const connection = { sessionId, http, keys, life }
      this.connection = connection
      const { value: session, cap } = await readSession(http, sessionId, { signal: life.signal })
      if (life.signal.aborted) return
      const isFirstScreen = session.status === 'open' && !this.#keepsAnything(keys)
      const kept = isFirstScreen
        ? { customer: null, lock: null, entered: null }
        : (await this.#loader.load()).kept(connection)
      if (life.signal.aborted) return
      this.dispatch({ type: 'session_loaded', session, cap, proposed: this.host.proposed, ...kept })
    } catch (error) {
      // The words for what went wrong come with the later screens; where those cannot be had, it is the network's doing.
      const effects = await this.#loader.load().catch(() => null)
      if (life.signal.aborted) return
      const lock = (this.connection && effects?.kept(this.connection).lock) ?? null
      this.dispatch({ type: 'session_failed', problem: problemFrom(error), lock })
    }
  }

  #keepsAnything(keys: SessionKeys): boolean {
    const { storage, tabStorage } = this.ports
    return Object.values(keys).some(name => (storage.read(name) ?? tabStorage.read(name)) !== null)
  }

  #fail(problem: Problem): void {
    this.dispatch({ type: 'failed', problem })
  }
}

function isAnnouncement(effect: Effect): effect is Announcement {
  return effect.type.startsWith('announce')
}
