import { announcement } from './announcement.ts'
import type { AuthoriseController, Connection } from './authorise-controller.ts'
import type { Effect } from './authorise-effect.ts'
import type { Kept } from './authorise-event.ts'
import { transition } from './authorise-machine.ts'
import { checkoutOf, type State } from './authorise-state.ts'
import { authorise, prepareTerms } from './flows/authorise.ts'
import { connectWallet, discoverWallets, reconnectWallet } from './flows/connect.ts'
import { awaitOpening, openEscrow } from './flows/open.ts'
import { readChain } from './flows/read-chain.ts'
import { signIn } from './flows/sign-in.ts'
import { FocusKeeper } from './focus-keeper.ts'
import { BalanceReader } from './further/balance-reader.ts'
import { DraftKeeper } from './further/draft-keeper.ts'
import { FlowRunner } from './further/flow-runner.ts'
import { MeterFollower } from './further/meter-follower.ts'
import { ReceiptGiver } from './further/receipt-giver.ts'
import { createSessionAccess, type SessionAccess } from './further/session-access.ts'
import { SignOut } from './further/sign-out.ts'
import { WalletHolder } from './further/wallet-holder.ts'
import { isWaiting } from './is-waiting.ts'
import { PageActs } from './page-acts.ts'
import { problemFrom } from './problem.ts'
import { Speaker } from './speaker.ts'
import { furtherStyles } from './styles/further-styles.ts'
import { problemText } from './text/problem-text.ts'
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
  readonly focus: FocusKeeper
  readonly speaker = new Speaker()
  readonly meter: MeterFollower
  readonly balance: BalanceReader
  readonly receipt: ReceiptGiver
  readonly #first: AuthoriseController
  readonly #access: SessionAccess
  readonly #wallet: WalletHolder
  readonly #flows: FlowRunner
  readonly #drafts: DraftKeeper
  readonly #signOut: SignOut
  #chainAskedFor: Connection | null = null
  #slowTimer: ReturnType<typeof setTimeout> | undefined

  constructor(first: AuthoriseController) {
    this.#first = first
    this.acts = new PageActs(() => first.host.requestUpdate())
    this.focus = new FocusKeeper(first.host)
    this.#access = createSessionAccess(first.ports.storage)
    this.#wallet = new WalletHolder(first)
    this.balance = new BalanceReader(first, this.#wallet)
    this.#flows = new FlowRunner(first, this.#access, this.#wallet)
    this.#signOut = new SignOut(first, this.#access)
    this.meter = new MeterFollower(first, this.#access)
    this.receipt = new ReceiptGiver(first, this.#access, this.#wallet, this.acts)
    this.#drafts = new DraftKeeper(first)
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
        this.#signOut.start()
        break
      case 'sign_in':
        this.#flows.start(async flow => {
          await this.#signOut.finish(flow)
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
    this.#drafts.changed(before)
    this.meter.tick()
    this.balance.changed()
    const wasSame = isWaiting(before) && before.phase === state.phase && stepOf(before) === stepOf(state)
    if (wasSame) return
    clearTimeout(this.#slowTimer)
    if (isWaiting(state)) {
      this.#slowTimer = setTimeout(() => this.#first.dispatch({ type: 'wait_prolonged' }), SLOW_AFTER_MS)
    }
  }

  /** What this tab keeps of a connection's session. */
  kept(connection: Connection): Kept {
    const store = this.#access.store(connection)
    return {
      resume: store.kept(),
      capChosen: store.isCapChosen(),
      draft: this.#drafts.store?.read() ?? null,
    }
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
}

function stepOf(state: State): string | null {
  return 'step' in state ? state.step : null
}

function delay(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
