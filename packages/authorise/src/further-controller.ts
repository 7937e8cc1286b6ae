import { announcement } from './announcement.ts'
import type { AuthoriseController, Connection } from './authorise-controller.ts'
import type { Effect } from './authorise-effect.ts'
import { transition } from './authorise-machine.ts'
import { checkoutOf, type State, type StateIn } from './authorise-state.ts'
import { authorise, prepareTerms } from './flows/authorise.ts'
import { connectWallet, discoverWallets, reconnectWallet } from './flows/connect.ts'
import { awaitOpening, openEscrow } from './flows/open.ts'
import { readChain } from './flows/read-chain.ts'
import { signIn } from './flows/sign-in.ts'
import { FlowRunner } from './further/flow-runner.ts'
import { MeterFollower } from './further/meter-follower.ts'
import { createSessionAccess, type SessionAccess } from './further/session-access.ts'
import { WalletHolder } from './further/wallet-holder.ts'
import { isWaiting } from './is-waiting.ts'
import { PageActs } from './page-acts.ts'
import type { ReceiptPart } from './ports.ts'
import { problemFrom } from './problem.ts'
import type { ReceiptTransactions } from './receipt/receipt-file.ts'
import { furtherStyles } from './styles/further-styles.ts'
import { problemText } from './text/problem-text.ts'
import type { TokenStore } from './token-store.ts'
import { furtherView } from './view/further-view.ts'

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
  readonly meter: MeterFollower
  readonly #first: AuthoriseController
  readonly #access: SessionAccess
  readonly #wallet: WalletHolder
  readonly #flows: FlowRunner
  #signOut: Promise<void> = Promise.resolve()
  #chainAskedFor: Connection | null = null
  #slowTimer: ReturnType<typeof setTimeout> | undefined

  constructor(first: AuthoriseController) {
    this.#first = first
    this.acts = new PageActs(() => first.host.requestUpdate())
    this.#access = createSessionAccess(first.ports.storage)
    this.#wallet = new WalletHolder(first)
    this.#flows = new FlowRunner(first, this.#access, this.#wallet)
    this.meter = new MeterFollower(first, this.#access)
    this.#readChain()
  }

  run(effect: Effect): void {
    switch (effect.type) {
      case 'discover':
        this.#flows.start(discoverWallets)
        break
      case 'reconnect':
        this.#flows.start(flow => reconnectWallet(flow, effect.signIn))
        break
      case 'connect':
        this.#flows.start(flow => connectWallet(flow, effect.wallet))
        break
      case 'disconnect':
        this.#wallet.disconnect()
        break
      case 'sign_out':
        this.#signOut = this.#leave()
        break
      case 'sign_in':
        this.#flows.start(async flow => {
          await this.#signOut
          await signIn(flow)
        })
        break
      case 'prepare':
        this.#flows.start(async flow => {
          await delay(PREPARE_AFTER_MS)
          if (!flow.signal.aborted) await prepareTerms(flow, effect.maxDurationSeconds)
        })
        break
      case 'authorise':
        this.#flows.start(flow => authorise(flow, effect.maxDurationSeconds))
        break
      case 'open':
        this.#flows.start(flow => openEscrow(flow, effect.signature))
        break
      case 'await_opening':
        this.#flows.start(awaitOpening)
        break
      case 'read_subscription':
        void this.meter.read()
        break
      case 'act':
        void this.meter.act(effect.action)
        break
    }
  }

  abortFlow(): void {
    this.#flows.abort()
  }

  /** Ends everything that belongs to a session. */
  end(): void {
    this.#flows.abort()
    clearTimeout(this.#slowTimer)
    this.meter.end()
    this.#wallet.end()
  }

  preload(): void {
    this.#wallet.load().catch(() => undefined)
    this.#first.ports.loadSigning().catch(() => undefined)
  }

  /** After every change of the state. */
  changed(before: State): void {
    const { state } = this.#first
    this.#readChain()
    this.meter.tick()
    const wasSame = isWaiting(before) && before.phase === state.phase && stepOf(before) === stepOf(state)
    if (wasSame) return
    clearTimeout(this.#slowTimer)
    if (isWaiting(state)) {
      this.#slowTimer = setTimeout(() => this.#first.dispatch({ type: 'wait_prolonged' }), SLOW_AFTER_MS)
    }
  }

  /** What this tab keeps of a connection's sign-in. */
  store(connection: Connection): TokenStore {
    return this.#access.store(connection)
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
    const { loaded } = this.#wallet
    if (!chain || !prepared || !txHash || !connection || !loaded) return unknown
    const { terms } = prepared
    return loaded.then(wallet => read(wallet, { chain, terms, opening: txHash })).catch(() => unknown)
  }

  /** Who is paid through which contract: for "Details", so a failure waits until the wallet needs it. */
  #readChain(): void {
    const { connection, state, host } = this.#first
    const { session, chain } = checkoutOf(state) ?? {}
    if (!connection || !session || chain || this.#chainAskedFor === connection) return
    this.#chainAskedFor = connection
    const { signal } = connection.life
    readChain(this.#access.service(connection), { session, pins: host.pins, signal })
      .then(chain => {
        if (!signal.aborted) this.#first.dispatch({ type: 'chain_read', chain })
      })
      .catch(() => undefined)
  }

  async #leave(): Promise<void> {
    const { connection } = this.#first
    const token = (connection && this.#access.store(connection).read())?.token
    if (!connection || token === undefined) return
    this.#access.store(connection).erase()
    const { signal } = connection.life
    await this.#access
      .service(connection)
      .signOut(connection.sessionId, token, { signal })
      .catch(() => undefined)
  }
}

function stepOf(state: State): string | null {
  return 'step' in state ? state.step : null
}

function delay(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
