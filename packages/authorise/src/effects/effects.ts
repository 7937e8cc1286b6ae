import type { AuthoriseController } from '../controller.ts'
import { extendHref } from '../dom/extend-href.ts'
import { FocusKeeper } from '../dom/focus-keeper.ts'
import { ForeignHands } from '../dom/foreign-hands.ts'
import { ignoredValues } from '../dom/ignored-values.ts'
import { PageActs } from '../dom/page-acts.ts'
import { Speaker } from '../dom/speaker.ts'
import { warnDeveloper } from '../errors/warn-developer.ts'
import { BillingAuthoriseExtendEvent } from '../events.ts'
import { DEFAULT_DURATION_SECONDS, draftFromSeconds } from '../machine/duration-draft.ts'
import type { OutsideEffect } from '../machine/effect.ts'
import type { Stored } from '../machine/event.ts'
import { problemFrom } from '../machine/problem.ts'
import { recordOf } from '../machine/signature-lock.ts'
import { type Checkout, checkoutOf, lockIn, type State } from '../machine/state.ts'
import { createFetchService } from '../service/fetch-service.ts'
import type { Connection } from '../session-reader.ts'
import { isPaired, type Wallet } from '../wallet/wallet.ts'
import { BalanceReader } from './balance-reader.ts'
import { CarriedMeter } from './carried-meter.ts'
import { Codes } from './codes.ts'
import { type EffectContext, loadWallet, storeOf } from './effect-context.ts'
import { FlowRunner } from './flow-runner.ts'
import { authorise } from './flows/authorise.ts'
import { connectWallet, discoverWallets, reconnectWallet, signIn } from './flows/connect.ts'
import type { Flow } from './flows/flow.ts'
import { awaitOpening, openEscrow, resumeMeter } from './flows/open.ts'
import { prepareInBackground } from './flows/prepare.ts'
import { readChain } from './flows/read-chain.ts'
import { lookOnDemand, stopOnChain } from './flows/stop-on-chain.ts'
import { MeterFollower } from './meter-follower.ts'
import { readEscrow, watchEscrow } from './read-escrow.ts'
import { ReceiptGiver } from './receipt-giver.ts'

/** Runs the machine's effects: service, wallet, signing, storage, and their timers. */
export class Effects {
  readonly acts: PageActs
  readonly codes: Codes
  readonly focus: FocusKeeper
  readonly hands = new ForeignHands()
  readonly speaker = new Speaker()
  readonly meter: MeterFollower
  readonly balance: BalanceReader
  readonly carried: CarriedMeter
  readonly receipt: ReceiptGiver
  readonly #context: EffectContext
  readonly #flows: FlowRunner
  /** The payer's own stop continues beside every other flow. */
  readonly #stops: FlowRunner
  #chainAskedFor: Connection | null = null
  /** The lines about ignored values that the developer has seen. */
  readonly #ignored = new Set<string>()

  constructor(controller: AuthoriseController) {
    this.#context = controller
    const changed = () => controller.host.requestUpdate()
    this.acts = new PageActs(changed)
    this.codes = new Codes(changed)
    this.focus = new FocusKeeper(controller.host)
    this.balance = new BalanceReader(controller)
    this.carried = new CarriedMeter(controller, () => {
      changed()
      this.meter.tick()
    })
    this.#flows = new FlowRunner(controller)
    this.#stops = new FlowRunner(controller)
    this.meter = new MeterFollower(controller, this.carried)
    this.receipt = new ReceiptGiver(controller, this.acts)
    this.#readChain()
    this.#keepEntered(null)
    this.#reportIgnored(controller.host)
    controller.host.addController({ hostUpdated: () => this.#reportIgnored(controller.host) })
  }

  run(effect: OutsideEffect): void {
    if (effect.type === 'read_subscription') void this.meter.read()
    else if (effect.type === 'act') void this.meter.act(effect.action)
    else if (effect.type === 'stop_on_chain') this.#stops.start(flow => stopOnChain(flow, effect.lock))
    else if (effect.type === 'look_at_escrow') this.#stops.start(flow => lookOnDemand(flow, effect.lock))
    else this.#flows.start(flowOf(effect))
  }

  abort(): void {
    this.#flows.abort()
  }

  /** Ends all work for a session. */
  end(): void {
    this.#flows.abort()
    this.#stops.abort()
    this.meter.end()
    this.carried.end()
  }

  preload(): void {
    const { connection } = this.#context
    if (connection) loadWallet(this.#context, connection).catch(() => undefined)
    this.#context.ports.loadSigning().catch(() => undefined)
  }

  /** Notifies the page that the subscriber wants to extend the meter, then opens its page for that unless a listener prevents it. */
  extend(): void {
    const { state, host, ports } = this.#context
    if (state.phase !== 'complete' || !state.reading) return
    const { session } = state.checkout
    const event = new BillingAuthoriseExtendEvent(session, state.reading.subscription)
    const href = extendHref(host.extendUrl, session.id)
    if (host.dispatchEvent(event) && href) ports.navigate(href)
  }

  /** Reads again all values that may change outside the page while the subscriber decides. */
  async refresh(): Promise<void> {
    await Promise.all([this.balance.refresh(), this.carried.read(), watchEscrow(this.#context)])
  }

  /** After every change of the state. */
  changed(before: State): void {
    this.#readChain()
    this.#keepEntered(before)
    this.#watchEscrow(before)
    this.meter.tick()
    this.balance.changed()
    this.carried.changed(before)
  }

  /** The stored state of a connection's session. */
  stored(connection: Connection): Stored {
    const store = storeOf(this.#context, connection)
    store.forgetStale(this.#context.ports.deviceNow())
    const lock = store.readLock()
    if (lock) store.hold(lock)
    return {
      customer: store.readToken()?.customer ?? null,
      lock,
      entered: store.readEntered(),
    }
  }

  /**
   * Reads the escrow once a signature has left the page and the service reports no meter. It reads again when a wallet connects later.
   * A paired wallet receives every request on its device, so it is first read after the service has denied the meter.
   */
  #watchEscrow(before: State): void {
    const { state } = this.#context
    const lock = lockIn(state)
    const checkout = checkoutOf(state)
    const hasMoved = state.phase !== before.phase
    const isConnected = checkout?.connection && !checkoutOf(before)?.connection
    if (!lock?.signedAt || !(hasMoved || isConnected)) return
    if (state.phase === 'opening' && isPaired(lock.walletId) && !isConnected) return
    // The service has reported the meter. A stop reads the escrow once more.
    if (state.phase === 'complete' && lock.isKnown && recordOf(state.checkout)) return
    readEscrow(this.#context).catch(() => undefined)
  }

  /** Stores the input as it is typed, until the session ends. */
  #keepEntered(before: State | null): void {
    const { connection, state } = this.#context
    const checkout = checkoutOf(state)
    if (!connection || !checkout) return
    const store = storeOf(this.#context, connection)
    if (state.phase === 'complete' || state.phase === 'expired') {
      if (before?.phase !== state.phase) store.eraseEntered()
      return
    }
    const then = before ? checkoutOf(before) : this.#beginning()
    const { duration, email } = checkout
    const { amount, unit } = duration
    const isSame = then?.duration.amount === amount && then.duration.unit === unit && then.email === email
    if (then && !isSame) store.writeEntered({ amount, unit, email })
  }

  /** A page may set an attribute at any time: each wrong value is reported once. */
  #reportIgnored(host: AuthoriseController['host']): void {
    if (!(host instanceof Element)) return
    for (const line of ignoredValues(host)) {
      if (!this.#ignored.has(line)) warnDeveloper(line)
      this.#ignored.add(line)
    }
  }

  /** The input on the first screen. The subscriber may change it before the store exists. */
  #beginning(): Pick<Checkout, 'duration' | 'email'> {
    const { email, seconds } = this.#context.host.proposed
    const fixed = checkoutOf(this.#context.state)?.session.max_duration_seconds
    return { email, duration: draftFromSeconds(fixed ?? seconds ?? DEFAULT_DURATION_SECONDS) }
  }

  /** Reads the chain for Details and the smallest deposit. A failure waits until the wallet needs it, and a pin that differs is reported at once. */
  #readChain(): void {
    const { connection, state, host, ports } = this.#context
    const { session, chain } = checkoutOf(state) ?? {}
    if (!connection || !session || chain || this.#chainAskedFor === connection) return
    this.#chainAskedFor = connection
    const { signal } = connection.life
    const pageOrigin = ports.pageOrigin()
    readChain(createFetchService(connection.http), { session, pins: host.pins, pageOrigin, signal })
      .then(read => {
        if (!signal.aborted) this.#context.dispatch(read)
      })
      .catch(cause => signal.aborted || this.#context.complain(problemFrom(cause)))
  }
}

type FlowEffect = Exclude<
  OutsideEffect,
  { type: 'read_subscription' | 'act' | 'stop_on_chain' | 'look_at_escrow' }
>

function flowOf(effect: FlowEffect): (flow: Flow<Wallet>) => Promise<void> {
  switch (effect.type) {
    case 'discover':
      return flow => discoverWallets(flow, effect.isChange)
    case 'reconnect':
      return flow => reconnectWallet(flow, effect.walletId)
    case 'connect':
      return flow => connectWallet(flow, effect.wallet)
    case 'sign_in':
      return signIn
    case 'prepare':
      return flow => prepareInBackground(flow, effect.maxDurationSeconds)
    case 'authorise':
      return flow => authorise(flow, effect.maxDurationSeconds)
    case 'open':
      return openEscrow
    case 'await_opening':
      return awaitOpening
    case 'resume_meter':
      return resumeMeter
  }
}
