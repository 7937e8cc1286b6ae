import { exactCost } from '@per-second/protocol/money'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { announcement } from './announcement.ts'
import { type Effect, type Event, INITIAL_STATE, transition } from './authorise-machine.ts'
import { checkoutOf, isWaiting, type State } from './authorise-state.ts'
import { authorise, prepareTerms } from './flows/authorise.ts'
import { connectWallet, discoverWallets, reconnectWallet } from './flows/connect.ts'
import type { Flow } from './flows/flow.ts'
import { hasSessionEnded } from './flows/moved-session.ts'
import { awaitOpening, openEscrow } from './flows/open.ts'
import { signIn } from './flows/sign-in.ts'
import { isOver, isReconciled, liveMeter, type MeterReading } from './meter.ts'
import type { Ports } from './ports.ts'
import { problemFrom } from './problem.ts'
import { createFetchService } from './service/fetch-service.ts'
import type { Answer, MeterAction, Service } from './service/service.ts'
import { ServiceError } from './service/service-error.ts'
import type { Pins } from './signing/pins.ts'
import { createTokenStore, type TokenStore } from './token-store.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'
import type { Wallet } from './wallet/wallet.ts'

/** What the controller needs of the element. */
export type AuthoriseHost = ReactiveControllerHost &
  EventTarget & {
    readonly isConnected: boolean
    readonly wagmiConfig: WagmiWalletOptions['wagmiConfig']
    readonly redirect: 'auto' | 'none'
    readonly pins: Pins
    /** The sentence for a problem, in the element's language. */
    describe(code: Parameters<typeof problemFrom>[0]): string
  }

/** One session of one service, from the attributes to the next change of them. */
type Connection = { sessionId: string; service: Service; store: TokenStore; life: AbortController }

const READ_EVERY_MS = 10_000
const READ_SOON_MS = 2_000
const PREPARE_AFTER_MS = 400
const SLOW_AFTER_MS = 10_000

/**
 * Runs the machine's effects: service, wallet, signing, timers, events. Everything it started ends when the element leaves the
 * page; being moved within it changes nothing.
 */
export class AuthoriseController implements ReactiveController {
  state: State = INITIAL_STATE
  readonly #host: AuthoriseHost
  readonly #ports: Ports
  #target: { sessionId: string | null; baseUrl: string } = { sessionId: null, baseUrl: '' }
  #connection: Connection | null = null
  #flow = new AbortController()
  #wallet: Promise<Wallet> | null = null
  #unwatch: (() => void) | null = null
  #signOut: Promise<void> = Promise.resolve()
  #announced = new Set<string>()
  #attended = false
  #readTimer: ReturnType<typeof setTimeout> | undefined
  #tickTimer: ReturnType<typeof setTimeout> | undefined
  #slowTimer: ReturnType<typeof setTimeout> | undefined
  #page: AbortController | null = null

  constructor(host: AuthoriseHost, ports: Ports) {
    this.#host = host
    this.#ports = ports
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#page) return
    this.#page = new AbortController()
    const { signal } = this.#page
    addEventListener('focus', () => void this.#refresh(), { signal })
    document.addEventListener('visibilitychange', () => void this.#refresh(), { signal })
    if (this.#target.sessionId !== null && !this.#connection) this.#request()
  }

  hostDisconnected(): void {
    // Moving an element disconnects and connects it again within one task.
    queueMicrotask(() => {
      if (this.#host.isConnected) return
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
    const before = this.state
    if (event.type === 'connect_pressed') this.#attended = true
    const [state, effects] = transition(before, event)
    this.state = state
    for (const effect of effects) this.#run(effect)
    if (state === before) return
    this.#schedule(before)
    this.#host.requestUpdate()
  }

  /** Whether somebody has pressed Connect here, as opposed to a page that merely loaded. */
  get isAttended(): boolean {
    return this.#attended
  }

  /** Loads wallet stack and checks before they are needed: called when a pointer or the focus reaches Connect. */
  preloadWallet(): void {
    if (!checkoutOf(this.state)) return
    this.#loadWallet().catch(() => undefined)
    this.#ports.loadSigning().catch(() => undefined)
  }

  /** The page's monotonic clock, for drawing the meter. */
  now(): number {
    return this.#ports.monotonicNow()
  }

  pageHref(): string {
    return globalThis.location?.href ?? ''
  }

  #request(): void {
    this.#end()
    this.dispatch({ type: 'session_requested', sessionId: this.#target.sessionId })
  }

  #end(): void {
    this.#flow.abort()
    this.#connection?.life.abort()
    this.#connection = null
    for (const timer of [this.#readTimer, this.#tickTimer, this.#slowTimer]) clearTimeout(timer)
    this.#unwatch?.()
    this.#unwatch = null
    this.#wallet = null
  }

  #run(effect: Effect): void {
    switch (effect.type) {
      case 'load':
        this.#load(effect.sessionId)
        break
      case 'abort_flow':
        this.#flow.abort()
        break
      case 'discover':
        this.#start(discoverWallets)
        break
      case 'reconnect':
        this.#start(flow => reconnectWallet(flow, effect.signIn))
        break
      case 'connect':
        this.#start(flow => connectWallet(flow, effect.wallet))
        break
      case 'disconnect':
        this.#wallet?.then(wallet => wallet.disconnect()).catch(() => undefined)
        break
      case 'sign_out':
        this.#signOut = this.#leave()
        break
      case 'sign_in':
        this.#start(async flow => {
          await this.#signOut
          await signIn(flow)
        })
        break
      case 'prepare':
        this.#start(async flow => {
          await delay(PREPARE_AFTER_MS)
          if (!flow.signal.aborted) await prepareTerms(flow, effect.maxDurationSeconds)
        })
        break
      case 'authorise':
        this.#start(flow => authorise(flow, effect.maxDurationSeconds))
        break
      case 'open':
        this.#start(flow => openEscrow(flow, effect.signature))
        break
      case 'await_opening':
        this.#start(awaitOpening)
        break
      case 'read_subscription':
        this.#readSubscription()
        break
      case 'act':
        this.#act(effect.action)
        break
      default:
        this.#announce(effect)
    }
  }

  async #load(sessionId: string): Promise<void> {
    const life = new AbortController()
    try {
      const service = createFetchService({ baseUrl: this.#target.baseUrl, fetch: this.#ports.fetch })
      const store = createTokenStore(this.#ports.storage, service.origin, sessionId)
      this.#connection = { sessionId, service, store, life }
      const { signal } = life
      const chain = service.chain(sessionId, { signal }).catch(() => null)
      const { value: session } = await service.session(sessionId, { signal })
      // Read again before it is needed, so a missing chain does not keep the session waiting or unusable.
      const known = await Promise.race([chain, delay(1_000).then(() => null)])
      if (signal.aborted) return
      this.dispatch({
        type: 'session_loaded',
        session,
        chain: known,
        resume: store.read(),
        capChosen: store.isCapChosen(),
      })
      void chain.then(
        late => late && !known && !signal.aborted && this.dispatch({ type: 'chain_read', chain: late }),
      )
    } catch (error) {
      if (!life.signal.aborted) this.dispatch({ type: 'failed', problem: problemFrom(error) })
    }
  }

  /** Runs a flow; a newer one, a cancel or another session ends it. */
  #start(work: (flow: Flow) => Promise<void>): void {
    const connection = this.#connection
    if (!connection) return
    this.#flow.abort()
    this.#flow = new AbortController()
    const signal = AbortSignal.any([this.#flow.signal, connection.life.signal])
    const flow: Flow = {
      sessionId: connection.sessionId,
      service: connection.service,
      store: connection.store,
      ports: this.#ports,
      pins: this.#host.pins,
      signal,
      checkout: () => {
        const checkout = checkoutOf(this.state)
        if (!checkout) throw new Error('A flow runs without a session.')
        return checkout
      },
      wallet: () => this.#loadWallet(),
      signing: () => this.#ports.loadSigning(),
      dispatch: event => void (signal.aborted || this.dispatch(event)),
    }
    void this.#settle(flow, work(flow))
  }

  async #settle(flow: Flow, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      if (flow.signal.aborted) return
      if (error instanceof ServiceError && error.isSignedOut) {
        flow.store.erase()
        if (await hasSessionEnded(flow)) return
        return flow.dispatch({ type: 'signed_out' })
      }
      const { phase } = this.state
      // A lost answer or another tab may have brought the session to its end; then there is nothing to complain about.
      if ((phase === 'signing' || phase === 'opening') && (await hasSessionEnded(flow))) return
      flow.dispatch({ type: 'failed', problem: problemFrom(error) })
    }
  }

  #loadWallet(): Promise<Wallet> {
    this.#wallet ??= this.#watchedWallet()
    return this.#wallet
  }

  async #watchedWallet(): Promise<Wallet> {
    try {
      const wallet = await this.#ports.loadWallet({ wagmiConfig: this.#host.wagmiConfig })
      this.#unwatch?.()
      if (this.#connection) {
        this.#unwatch = wallet.watch(connection => this.dispatch({ type: 'wallet_changed', connection }))
      }
      return wallet
    } catch (cause) {
      // The next try may load what the network lost.
      this.#wallet = null
      throw new ServiceError('service_unreachable', 'The wallet part of the page could not be loaded.', {
        cause,
      })
    }
  }

  async #leave(): Promise<void> {
    const connection = this.#connection
    const token = connection?.store.read()?.token
    if (!connection || token === undefined) return
    connection.store.erase()
    const { signal } = connection.life
    await connection.service.signOut(connection.sessionId, token, { signal }).catch(() => undefined)
  }

  /** Reads what may have changed without the page. */
  async #refresh(): Promise<void> {
    const connection = this.#connection
    if (!connection || document.visibilityState === 'hidden') return
    if (this.state.phase === 'complete') return this.#readSubscription()
    const checkout = checkoutOf(this.state)
    if (checkout?.session.status !== 'open') return
    const { signal } = connection.life
    const answer = await connection.service.session(connection.sessionId, { signal }).catch(() => null)
    if (signal.aborted) return
    if (answer) this.dispatch({ type: 'session_read', session: answer.value })
    this.#schedule(this.state)
  }

  async #readSubscription(): Promise<void> {
    const connection = this.#connection
    const token = connection?.store.read()?.token
    const id = checkoutOf(this.state)?.session.subscription
    if (!connection || !id || this.state.phase !== 'complete') return
    if (token === undefined) return this.dispatch({ type: 'signed_out' })
    await this.#take(
      connection,
      connection.service.subscription(id, token, { signal: connection.life.signal }),
      false,
    )
  }

  async #act(action: MeterAction): Promise<void> {
    const connection = this.#connection
    const token = connection?.store.read()?.token
    const id = checkoutOf(this.state)?.session.subscription
    if (!connection || !id) return
    if (token === undefined) return this.dispatch({ type: 'signed_out' })
    await this.#take(
      connection,
      connection.service.act(id, token, action, { signal: connection.life.signal }),
      true,
    )
  }

  /** Takes a subscription's answer in; a failed read changes nothing and is made again, a failed action is told. */
  async #take(
    connection: Connection,
    answer: Promise<Answer<MeterReading['subscription']>>,
    asked: boolean,
  ): Promise<void> {
    try {
      const { value, clock } = await answer
      if (connection.life.signal.aborted) return
      const reading = {
        subscription: value,
        readAt: this.#ports.monotonicNow(),
        clockFrozen: clock?.frozen ?? false,
      }
      this.dispatch({ type: 'subscription_read', reading })
    } catch (error) {
      if (connection.life.signal.aborted) return
      if (error instanceof ServiceError && error.isSignedOut) {
        connection.store.erase()
        return this.dispatch({ type: 'signed_out' })
      }
      const first = this.state.phase === 'complete' && this.state.reading === null
      if (asked || first) this.dispatch({ type: 'failed', problem: problemFrom(error) })
      else this.#schedule(this.state)
    }
  }

  #schedule(before: State): void {
    const { state } = this
    clearTimeout(this.#readTimer)
    const delayMs = readDelay(state, this.now())
    if (delayMs !== null) this.#readTimer = setTimeout(() => void this.#refresh(), delayMs)
    this.#tick()
    const wasSame = isWaiting(before) && before.phase === state.phase && stepOf(before) === stepOf(state)
    if (wasSame) return
    clearTimeout(this.#slowTimer)
    if (isWaiting(state)) {
      this.#slowTimer = setTimeout(() => this.dispatch({ type: 'wait_prolonged' }), SLOW_AFTER_MS)
    }
  }

  /** Draws once a second while a meter runs, just after a second has become due. */
  #tick(): void {
    clearTimeout(this.#tickTimer)
    const { state } = this
    if (state.phase !== 'complete' || !state.reading) return
    const { reading } = state
    const now = this.now()
    const live = liveMeter(reading, now)
    if (!live.ticking || live.remainingSeconds === 0) return
    const intoSecond = (now - reading.readAt) % 1_000
    this.#tickTimer = setTimeout(() => {
      this.#host.requestUpdate()
      this.#tick()
      if (liveMeter(reading, this.now()).remainingSeconds === 0) void this.#refresh()
    }, 1_005 - intoSecond)
  }

  #announce(effect: Effect): void {
    const { sessionId } = this.#target
    const once = ['announce_ready', 'announce_complete'].includes(effect.type)
    if (once && this.#announced.has(effect.type)) return
    if (once) this.#announced.add(effect.type)
    const checkout = checkoutOf(this.state)
    const said = announcement(effect, checkout?.session ?? null, {
      describe: this.#host.describe.bind(this.#host),
      maxEscrowUsd: seconds => exactCost(checkout?.session.product.rate_usd_per_second ?? '0', seconds),
    })
    if (!said || sessionId === null) return
    const goes = this.#host.dispatchEvent(said.event)
    if (goes && said.leaveTo !== null && this.#host.redirect !== 'none') this.#ports.navigate(said.leaveTo)
  }
}

/** How soon the service is asked again, in milliseconds; null when nothing can change any more. */
function readDelay(state: State, now: number): number | null {
  if (state.phase === 'complete') {
    if (state.checkout.customer === null) return null
    if (!state.reading) return READ_EVERY_MS
    const { subscription } = state.reading
    if (isOver(subscription)) return isReconciled(subscription) ? null : READ_SOON_MS
    const live = liveMeter(state.reading, now)
    const isDue = live.remainingSeconds === 0 && live.status === 'running'
    return isDue || live.status === 'waiting' ? READ_SOON_MS : READ_EVERY_MS
  }
  const checkout = checkoutOf(state)
  return checkout?.session.status === 'open' && state.phase !== 'expired' ? READ_EVERY_MS : null
}

function stepOf(state: State): string | null {
  return 'step' in state ? state.step : null
}

function delay(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
