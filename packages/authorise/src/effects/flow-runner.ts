import type { AuthoriseController, Connection } from '../controller.ts'
import { problemFrom } from '../machine/problem.ts'
import { checkoutOf } from '../machine/state.ts'
import { createFetchService } from '../service/fetch-service.ts'
import { RefusalError } from '../signing/refusal-error.ts'
import type { Flow } from './flows/flow.ts'
import { hasSessionEnded } from './flows/moved-session.ts'
import type { SessionStore } from './session-store.ts'
import type { WalletHolder } from './wallet-holder.ts'

/** Runs one flow at a time: a newer one, a cancel or another session ends it. */
export class FlowRunner {
  readonly #controller: AuthoriseController
  readonly #wallet: WalletHolder
  readonly #storeOf: (connection: Connection) => SessionStore
  #running = new AbortController()

  constructor(
    controller: AuthoriseController,
    wallet: WalletHolder,
    storeOf: (connection: Connection) => SessionStore,
  ) {
    this.#controller = controller
    this.#wallet = wallet
    this.#storeOf = storeOf
  }

  abort(): void {
    this.#running.abort()
  }

  start(work: (flow: Flow) => Promise<void>): void {
    const { connection, host, ports } = this.#controller
    if (!connection) return
    this.#running.abort()
    this.#running = new AbortController()
    const signal = AbortSignal.any([this.#running.signal, connection.life.signal])
    const flow: Flow = {
      sessionId: connection.sessionId,
      service: createFetchService(connection.http),
      store: this.#storeOf(connection),
      ports,
      pins: host.pins,
      signal,
      checkout: () => {
        const checkout = checkoutOf(this.#controller.state)
        if (!checkout) throw new Error('A flow runs without a session.')
        return checkout
      },
      connection: () => checkoutOf(this.#controller.state)?.connection ?? null,
      wallet: () => this.#wallet.load(),
      signing: () => ports.loadSigning(),
      dispatch: event => void (signal.aborted || this.#controller.dispatch(event)),
    }
    void this.#settle(flow, work(flow))
  }

  async #settle(flow: Flow, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      if (flow.signal.aborted) return
      const { phase } = this.#controller.state
      // A lost answer or another tab may have brought the session to its end; then there is nothing to complain about.
      const mayHaveEnded = (phase === 'signing' || phase === 'opening') && !(error instanceof RefusalError)
      if (mayHaveEnded && (await hasSessionEnded(flow))) return
      flow.dispatch({ type: 'failed', problem: problemFrom(error) })
    }
  }
}
