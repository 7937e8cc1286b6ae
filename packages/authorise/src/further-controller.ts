import { announcement } from './announcement.ts'
import type { AuthoriseController, Connection } from './authorise-controller.ts'
import type { Effect } from './authorise-effect.ts'
import { transition } from './authorise-machine.ts'
import { checkoutOf, type State, type StateIn } from './authorise-state.ts'
import { authorise, prepareTerms } from './flows/authorise.ts'
import { connectWallet, discoverWallets, reconnectWallet } from './flows/connect.ts'
import type { Flow } from './flows/flow.ts'
import { hasSessionEnded } from './flows/moved-session.ts'
import { awaitOpening, openEscrow } from './flows/open.ts'
import { signIn } from './flows/sign-in.ts'
import { isWaiting } from './is-waiting.ts'
import { isOver, isReconciled, liveMeter, type MeterReading, type MeterStatus, meterStatus } from './meter.ts'
import { PageActs } from './page-acts.ts'
import type { ReceiptPart } from './ports.ts'
import { problemFrom } from './problem.ts'
import type { ReceiptTransactions } from './receipt/receipt-file.ts'
import { serviceOver } from './service/fetch-service.ts'
import type { Answer, MeterAction, Service } from './service/service.ts'
import { ServiceError } from './service/service-error.ts'
import { furtherStyles } from './styles/further-styles.ts'
import { problemText } from './text/problem-text.ts'
import { createTokenStore, type TokenStore } from './token-store.ts'
import { furtherView } from './view/further-view.ts'
import type { Wallet } from './wallet/wallet.ts'

const READ_EVERY_MS = 10_000
const READ_SOON_MS = 2_000
const PREPARE_AFTER_MS = 400
const SLOW_AFTER_MS = 10_000

/**
 * What is loaded once somebody turns to the element: the whole machine and its effects (service, wallet, signing, and the timers
 * that go with them), and what is drawn and said beyond the first screen.
 */
export class FurtherController {
  readonly transition = transition
  readonly view = furtherView
  readonly styles = furtherStyles
  readonly problemText = problemText
  readonly problemFrom = problemFrom
  readonly announcement = announcement
  readonly acts: PageActs
  readonly #first: AuthoriseController
  #flow = new AbortController()
  #wallet: Promise<Wallet> | null = null
  #unwatch: (() => void) | null = null
  #signOut: Promise<void> = Promise.resolve()
  #chainAskedFor: Connection | null = null
  #services = new WeakMap<Connection, Service>()
  #stores = new WeakMap<Connection, TokenStore>()
  #tickTimer: ReturnType<typeof setTimeout> | undefined
  #slowTimer: ReturnType<typeof setTimeout> | undefined

  constructor(first: AuthoriseController) {
    this.#first = first
    this.acts = new PageActs(() => first.host.requestUpdate())
    this.#readChain()
  }

  /** What the meter does; null before the session is complete, and while nobody has signed in to see it. */
  get meter(): MeterStatus | null {
    const { state } = this.#first
    return state.phase === 'complete' && state.reading ? meterStatus(state.reading.subscription) : null
  }

  run(effect: Effect): void {
    switch (effect.type) {
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
        void this.readSubscription()
        break
      case 'act':
        void this.#act(effect.action)
        break
    }
  }

  abortFlow(): void {
    this.#flow.abort()
  }

  /** Ends everything that belongs to a session. */
  end(): void {
    this.#flow.abort()
    for (const timer of [this.#tickTimer, this.#slowTimer]) clearTimeout(timer)
    this.#unwatch?.()
    this.#unwatch = null
    this.#wallet = null
  }

  preload(): void {
    this.#loadWallet().catch(() => undefined)
    this.#first.ports.loadSigning().catch(() => undefined)
  }

  /** After every change of the state. */
  changed(before: State): void {
    const { state } = this.#first
    this.#readChain()
    this.#tick()
    const wasSame = isWaiting(before) && before.phase === state.phase && stepOf(before) === stepOf(state)
    if (wasSame) return
    clearTimeout(this.#slowTimer)
    if (isWaiting(state)) {
      this.#slowTimer = setTimeout(() => this.#first.dispatch({ type: 'wait_prolonged' }), SLOW_AFTER_MS)
    }
  }

  /** How soon a complete session's meter is asked for again, in milliseconds; null when nothing can change any more. */
  readDelay(): number | null {
    const { state } = this.#first
    if (state.phase !== 'complete' || state.checkout.customer === null) return null
    if (!state.reading) return READ_EVERY_MS
    const { subscription } = state.reading
    if (isOver(subscription)) return isReconciled(subscription) ? null : READ_SOON_MS
    const live = liveMeter(state.reading, this.#first.now())
    const isDue = live.remainingSeconds === 0 && live.status === 'running'
    return isDue || live.status === 'waiting' ? READ_SOON_MS : READ_EVERY_MS
  }

  async readSubscription(): Promise<void> {
    const { connection, state } = this.#first
    const token = (connection && this.store(connection).read())?.token
    const id = checkoutOf(state)?.session.subscription
    if (!connection || !id || state.phase !== 'complete') return
    if (token === undefined) return this.#first.dispatch({ type: 'signed_out' })
    const { signal } = connection.life
    await this.#take(connection, this.#service(connection).subscription(id, token, { signal }), false)
  }

  async #act(action: MeterAction): Promise<void> {
    const { connection, state } = this.#first
    const token = (connection && this.store(connection).read())?.token
    const id = checkoutOf(state)?.session.subscription
    if (!connection || !id) return
    if (token === undefined) return this.#first.dispatch({ type: 'signed_out' })
    const { signal } = connection.life
    await this.#take(connection, this.#service(connection).act(id, token, action, { signal }), true)
  }

  /** Gives the person the receipt of a meter that is over. */
  async downloadReceipt(): Promise<void> {
    const first = this.#first
    const { connection, state } = first
    if (!connection || state.phase !== 'complete' || !state.reading) return
    try {
      const { receiptFile, readTransactions } = await first.ports.loadReceipt()
      const known = await this.#transactionsOf(state, readTransactions)
      if (connection.life.signal.aborted) return
      const { fileName, content } = receiptFile(state.checkout, state.reading.subscription, known)
      this.acts.download(fileName, content)
    } catch {
      first.dispatch({ type: 'failed', problem: { code: 'service_unreachable' } })
    }
  }

  /** What became of the meter on chain, read through a wallet that is connected already; nobody is asked for anything. */
  async #transactionsOf(
    { checkout }: StateIn<'complete'>,
    read: ReceiptPart['readTransactions'],
  ): Promise<ReceiptTransactions> {
    const { chain, prepared, txHash, connection } = checkout
    const unknown = { settlements: null, closing: null }
    if (!chain || !prepared || !txHash || !connection || !this.#wallet) return unknown
    const { terms } = prepared
    return this.#wallet.then(wallet => read(wallet, { chain, terms, opening: txHash })).catch(() => unknown)
  }

  /** Who is paid through which contract: for "Details", so a failure waits until the wallet needs it. */
  #readChain(): void {
    const { connection, state } = this.#first
    if (!connection || checkoutOf(state)?.chain !== null || this.#chainAskedFor === connection) return
    this.#chainAskedFor = connection
    const { signal } = connection.life
    this.#service(connection)
      .chain(connection.sessionId, { signal })
      .then(chain => {
        if (!signal.aborted) this.#first.dispatch({ type: 'chain_read', chain })
      })
      .catch(() => undefined)
  }

  /** Runs a flow; a newer one, a cancel or another session ends it. */
  #start(work: (flow: Flow) => Promise<void>): void {
    const { connection, host, ports } = this.#first
    if (!connection) return
    this.#flow.abort()
    this.#flow = new AbortController()
    const signal = AbortSignal.any([this.#flow.signal, connection.life.signal])
    const flow: Flow = {
      sessionId: connection.sessionId,
      service: this.#service(connection),
      store: this.store(connection),
      ports,
      pins: host.pins,
      signal,
      checkout: () => {
        const checkout = checkoutOf(this.#first.state)
        if (!checkout) throw new Error('A flow runs without a session.')
        return checkout
      },
      wallet: () => this.#loadWallet(),
      signing: () => ports.loadSigning(),
      dispatch: event => void (signal.aborted || this.#first.dispatch(event)),
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
      const { phase } = this.#first.state
      // A lost answer or another tab may have brought the session to its end; then there is nothing to complain about.
      if ((phase === 'signing' || phase === 'opening') && (await hasSessionEnded(flow))) return
      flow.dispatch({ type: 'failed', problem: problemFrom(error) })
    }
  }

  /** What this tab keeps of a connection's sign-in. */
  store(connection: Connection): TokenStore {
    const known =
      this.#stores.get(connection) ?? createTokenStore(this.#first.ports.storage, connection.storageKey)
    this.#stores.set(connection, known)
    return known
  }

  #service(connection: Connection): Service {
    const known = this.#services.get(connection) ?? serviceOver(connection.caller)
    this.#services.set(connection, known)
    return known
  }

  #loadWallet(): Promise<Wallet> {
    this.#wallet ??= this.#watchedWallet()
    return this.#wallet
  }

  async #watchedWallet(): Promise<Wallet> {
    const { host, ports, connection } = this.#first
    try {
      const projectId = host.walletConnectProjectId
      const wallet = await ports.loadWallet({
        wagmiConfig: host.wagmiConfig,
        provider: host.provider,
        walletConnect: projectId ? { projectId } : undefined,
      })
      this.#unwatch?.()
      if (connection) {
        this.#unwatch = wallet.watch(change => {
          this.#first.dispatch({ type: 'wallet_changed', connection: change })
        })
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
    const { connection } = this.#first
    const token = (connection && this.store(connection).read())?.token
    if (!connection || token === undefined) return
    this.store(connection).erase()
    const { signal } = connection.life
    await this.#service(connection)
      .signOut(connection.sessionId, token, { signal })
      .catch(() => undefined)
  }

  /** Takes a subscription's answer in; a failed read changes nothing and is made again, a failed action is told. */
  async #take(
    connection: Connection,
    answer: Promise<Answer<MeterReading['subscription']>>,
    asked: boolean,
  ): Promise<void> {
    const first = this.#first
    try {
      const { value, clock } = await answer
      if (connection.life.signal.aborted) return
      const reading = {
        subscription: value,
        readAt: first.now(),
        clockFrozen: clock?.frozen ?? false,
      }
      first.dispatch({ type: asked ? 'acted' : 'subscription_read', reading })
    } catch (error) {
      if (connection.life.signal.aborted) return
      if (error instanceof ServiceError && error.isSignedOut) {
        this.store(connection).erase()
        return first.dispatch({ type: 'signed_out' })
      }
      const isFirst = first.state.phase === 'complete' && first.state.reading === null
      if (asked || isFirst) first.dispatch({ type: 'failed', problem: problemFrom(error) })
      else first.schedule()
    }
  }

  /** Draws once a second while a meter runs, just after a second has become due. */
  #tick(): void {
    clearTimeout(this.#tickTimer)
    const first = this.#first
    const { state } = first
    if (state.phase !== 'complete' || !state.reading) return
    const { reading } = state
    const now = first.now()
    const live = liveMeter(reading, now)
    if (!live.ticking || live.remainingSeconds === 0) return
    const intoSecond = (now - reading.readAt) % 1_000
    this.#tickTimer = setTimeout(() => {
      first.host.requestUpdate()
      this.#tick()
      if (liveMeter(reading, first.now()).remainingSeconds === 0) void first.refresh()
    }, 1_005 - intoSecond)
  }
}

function stepOf(state: State): string | null {
  return 'step' in state ? state.step : null
}

function delay(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
