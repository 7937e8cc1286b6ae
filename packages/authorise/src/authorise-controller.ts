import type { CheckoutSession } from '@per-second/protocol/types'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Effect, Transition } from './authorise-effect.ts'
import type { Event, Kept } from './authorise-event.ts'
import { checkoutOf, INITIAL_STATE, type State } from './authorise-state.ts'
import { firstAnnouncement } from './first-announcement.ts'
import { firstTransition } from './first-transition.ts'
import type { FurtherController } from './further-controller.ts'
import { isUnreachable } from './is-unreachable.ts'
import type { Ports } from './ports.ts'
import type { Problem } from './problem.ts'
import { createServiceCaller, type ServiceCaller, sessionCall } from './service/service-caller.ts'
import { ServiceError } from './service/service-error.ts'
import type { Pins } from './signing/pins.ts'
import { capKey, draftKey, storageKey } from './storage-key.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'

/** What the controller needs of the element. */
export type AuthoriseHost = ReactiveControllerHost &
  EventTarget & {
    readonly isConnected: boolean
    readonly wagmiConfig: WagmiWalletOptions['wagmiConfig']
    readonly provider: WagmiWalletOptions['provider']
    readonly walletConnectProjectId: string | null
    readonly redirect: 'auto' | 'none'
    readonly pins: Pins
    /** The sentence for a problem, in the element's language. */
    describe(problem: Problem): string
    /** Loads every word there is to say; rejects when they cannot be had. */
    completeWords(): Promise<void>
  }

/** One session of one service, from the attributes to the next change of them. */
export type Connection = {
  sessionId: string
  caller: ServiceCaller
  /** Where this tab keeps what a reload needs. */
  storageKey: string
  life: AbortController
}

const READ_EVERY_MS = 10_000

/** What is said when anything could not be loaded: the words for it come with the page. */
const UNREACHABLE: Problem = { code: 'service_unreachable' }

/**
 * Runs the first screen by itself: one request, and what a person can do before they connect. Everything after that is the further
 * part's, which is loaded when somebody turns to the element, and at the latest when something needs it; what came meanwhile waits
 * for it in order. Everything ends when the element leaves the page; being moved within it changes nothing.
 */
export class AuthoriseController implements ReactiveController {
  state: State = INITIAL_STATE
  connection: Connection | null = null
  /** Null until it is loaded. */
  further: FurtherController | null = null
  readonly host: AuthoriseHost
  readonly ports: Ports
  #target: { sessionId: string | null; baseUrl: string } = { sessionId: null, baseUrl: '' }
  #announced = new Set<string>()
  #waiting: (() => void)[] = []
  #isLoading = false
  #readTimer: ReturnType<typeof setTimeout> | undefined
  #page: AbortController | null = null

  constructor(host: AuthoriseHost, ports: Ports) {
    this.host = host
    this.ports = ports
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#page) return
    this.#page = new AbortController()
    const { signal } = this.#page
    const refresh = () => void this.refresh()
    addEventListener('focus', refresh, { signal })
    document.addEventListener('visibilitychange', refresh, { signal })
    addEventListener('online', () => this.#returned('back_online'), { signal })
    // The Back button may bring the page back as it was left.
    addEventListener('pageshow', event => event.persisted && this.#returned('page_restored'), { signal })
    if (this.#target.sessionId !== null && !this.connection) this.#request()
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
    this.#announced.clear()
    this.#request()
  }

  dispatch(event: Event): void {
    const next = (this.further?.transition ?? firstTransition)(this.state, event)
    if (next) this.#apply(next)
    else this.#withFurther(() => this.dispatch(event))
  }

  /** Somebody turns to the element: what they may need next is fetched before they need it. */
  attend(): void {
    void this.#loadFurther()
  }

  /** Loads wallet stack and checks: called when a pointer or the focus reaches Connect. */
  preloadWallet(): void {
    if (checkoutOf(this.state)) this.#withFurther(() => this.further?.preload())
  }

  /** The page's monotonic clock, for drawing the meter. */
  now(): number {
    return this.ports.monotonicNow()
  }

  /** Reads what may have changed without the page. */
  async refresh(): Promise<void> {
    const { connection } = this
    if (!connection || document.visibilityState === 'hidden') return
    if (this.state.phase === 'complete') return this.further?.meter.read()
    if (checkoutOf(this.state)?.session.status !== 'open') return
    void this.further?.balance.refresh()
    const { sessionId, caller, life } = connection
    const answer = await caller.call<CheckoutSession>(sessionCall(sessionId, life.signal)).catch(() => null)
    if (life.signal.aborted) return
    if (answer) this.dispatch({ type: 'session_read', session: answer.value })
    this.schedule()
  }

  /** Sets the next reading of what may change by itself. */
  schedule(): void {
    clearTimeout(this.#readTimer)
    const { state } = this
    const isOpen = checkoutOf(state)?.session.status === 'open' && state.phase !== 'expired'
    const delay = isOpen ? READ_EVERY_MS : (this.further?.meter.readDelay() ?? null)
    if (delay !== null) this.#readTimer = setTimeout(() => void this.refresh(), delay)
  }

  #returned(type: 'back_online' | 'page_restored'): void {
    this.dispatch({ type })
    void this.refresh()
  }

  #request(): void {
    this.#end()
    this.dispatch({ type: 'session_requested', sessionId: this.#target.sessionId })
  }

  #end(): void {
    this.connection?.life.abort()
    this.connection = null
    this.#waiting = []
    clearTimeout(this.#readTimer)
    this.further?.end()
  }

  #apply([state, effects]: Transition): void {
    const before = this.state
    this.state = state
    for (const effect of effects) this.#run(effect)
    if (state === before) return
    this.schedule()
    this.further?.changed(before)
    this.host.requestUpdate()
  }

  #run(effect: Effect): void {
    if (effect.type === 'load') void this.#load(effect.sessionId)
    else if (effect.type === 'abort_flow') this.further?.abortFlow()
    else if (effect.type.startsWith('announce')) this.#announce(effect)
    else this.#withFurther(() => this.further?.run(effect))
  }

  async #load(sessionId: string): Promise<void> {
    const life = new AbortController()
    try {
      const { baseUrl } = this.#target
      const caller = createServiceCaller({ baseUrl, fetch: this.ports.fetch })
      const key = storageKey(caller.origin, sessionId)
      const connection = { sessionId, caller, storageKey: key, life }
      this.connection = connection
      const { value: session } = await caller.call<CheckoutSession>(sessionCall(sessionId, life.signal))
      if (life.signal.aborted) return
      const load = (kept: Kept = { resume: null, capChosen: false }) =>
        this.dispatch({ type: 'session_loaded', session, chain: null, ...kept })
      if (this.#isFirstVisit(key)) load()
      else this.#withFurther(() => load(this.further?.kept(connection)))
    } catch (error) {
      if (life.signal.aborted) return
      if (error instanceof ServiceError && isUnreachable(error))
        this.dispatch({ type: 'failed', problem: { code: error.code } })
      else {
        // Every other reason has words of its own, which come with the further part.
        this.#withFurther(() => {
          if (this.further) this.dispatch({ type: 'failed', problem: this.further.problemFrom(error) })
        })
      }
    }
  }

  /** Whether this tab keeps nothing of the session. Storage is refused in some frames, which must not stop a payment. */
  #isFirstVisit(key: string): boolean {
    try {
      return ![key, capKey(key), draftKey(key)].some(each => this.ports.storage.getItem(each))
    } catch {
      return true
    }
  }

  /** Does this work now, or as soon as the further part is there, unless the session is another one by then. */
  #withFurther(work: () => void): void {
    if (this.further) {
      work()
      return
    }
    const { connection } = this
    this.#waiting.push(() => {
      if (this.connection === connection) work()
    })
    void this.#loadFurther()
  }

  async #loadFurther(): Promise<void> {
    if (this.further || this.#isLoading) return
    this.#isLoading = true
    const [part] = await Promise.all([this.ports.loadFurther(), this.host.completeWords()]).catch(() => [
      null,
    ])
    this.#isLoading = false
    const waiting = this.#waiting.splice(0)
    if (part) {
      this.further = new part.FurtherController(this)
      this.host.requestUpdate()
      for (const work of waiting) work()
    } else if (waiting.length > 0) {
      // Somebody waits for what cannot be had: they are told, with the way to ask again.
      const next = firstTransition(this.state, { type: 'failed', problem: UNREACHABLE })
      if (next) this.#apply(next)
    }
  }

  #announce(effect: Effect): void {
    const { sessionId } = this.#target
    const once = ['announce_ready', 'announce_complete'].includes(effect.type)
    if (once && this.#announced.has(effect.type)) return
    if (once) this.#announced.add(effect.type)
    const session = checkoutOf(this.state)?.session ?? null
    const said =
      firstAnnouncement(effect, session, problem => this.host.describe(problem)) ??
      this.further?.announcement(effect, session)
    if (!said || sessionId === null) return
    const goes = this.host.dispatchEvent(said.event)
    if (goes && said.leaveTo !== null && this.host.redirect !== 'none') this.ports.navigate(said.leaveTo)
  }
}
