import type { AuthoriseController } from '../authorise-controller.ts'
import { checkoutOf } from '../authorise-state.ts'
import type { Flow } from '../flows/flow.ts'
import { hasSessionEnded } from '../flows/moved-session.ts'
import { problemFrom } from '../problem.ts'
import { ServiceError } from '../service/service-error.ts'
import type { SessionAccess } from './session-access.ts'
import type { WalletHolder } from './wallet-holder.ts'

/** Runs one flow at a time: a newer one, a cancel or another session ends it. */
export class FlowRunner {
  readonly #first: AuthoriseController
  readonly #access: SessionAccess
  readonly #wallet: WalletHolder
  #running = new AbortController()

  constructor(first: AuthoriseController, access: SessionAccess, wallet: WalletHolder) {
    this.#first = first
    this.#access = access
    this.#wallet = wallet
  }

  abort(): void {
    this.#running.abort()
  }

  start(work: (flow: Flow) => Promise<void>): void {
    const { connection, host, ports } = this.#first
    if (!connection) return
    this.#running.abort()
    this.#running = new AbortController()
    const signal = AbortSignal.any([this.#running.signal, connection.life.signal])
    const flow: Flow = {
      sessionId: connection.sessionId,
      service: this.#access.service(connection),
      store: this.#access.store(connection),
      ports,
      pins: host.pins,
      signal,
      checkout: () => {
        const checkout = checkoutOf(this.#first.state)
        if (!checkout) throw new Error('A flow runs without a session.')
        return checkout
      },
      wallet: () => this.#wallet.load(),
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
      // While somebody signs in there is no token yet: what is refused then is the sign-in.
      const hadToken = this.#first.state.phase !== 'signing_in'
      if (hadToken && error instanceof ServiceError && error.isSignedOut) {
        flow.store.dropToken(flow.store.read()?.token ?? '')
        if (await hasSessionEnded(flow)) return
        return flow.dispatch({ type: 'signed_out' })
      }
      const { phase } = this.#first.state
      // A lost answer or another tab may have brought the session to its end; then there is nothing to complain about.
      if ((phase === 'signing' || phase === 'opening') && (await hasSessionEnded(flow))) return
      flow.dispatch({ type: 'failed', problem: problemFrom(error) })
    }
  }
}
