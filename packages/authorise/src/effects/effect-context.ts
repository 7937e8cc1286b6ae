import type { AuthoriseController } from '../controller.ts'
import type { Connection, SessionReader } from '../session-reader.ts'
import { SessionStore } from './session-store.ts'
import { WalletHolder } from './wallet-holder.ts'

/** The base of every effect: the state and its events, the session's wallet, and the browser's store for the session. */
export class EffectContext {
  readonly wallet: WalletHolder
  readonly #controller: AuthoriseController
  #store: { connection: Connection; store: SessionStore } | null = null

  constructor(controller: AuthoriseController) {
    this.#controller = controller
    this.wallet = new WalletHolder(this)
  }

  get state(): AuthoriseController['state'] {
    return this.#controller.state
  }

  get connection(): AuthoriseController['connection'] {
    return this.#controller.connection
  }

  get host(): AuthoriseController['host'] {
    return this.#controller.host
  }

  get ports(): AuthoriseController['ports'] {
    return this.#controller.ports
  }

  get session(): Pick<SessionReader, 'refresh' | 'schedule'> {
    return this.#controller.session
  }

  dispatch(event: Parameters<AuthoriseController['dispatch']>[0]): void {
    this.#controller.dispatch(event)
  }

  /** Reports a problem to the page without a change of the checkout. */
  report(problem: Parameters<AuthoriseController['report']>[0]): void {
    this.#controller.report(problem)
  }

  /** The same in the console alone. */
  complain(problem: Parameters<AuthoriseController['complain']>[0]): void {
    this.#controller.complain(problem)
  }

  storeOf(connection: Connection): SessionStore {
    if (this.#store?.connection === connection) return this.#store.store
    const { ports, host } = this
    const { keys, http } = connection
    const store = new SessionStore(ports, { keys, origin: http.origin, remember: host.remember })
    this.#store = { connection, store }
    return store
  }
}
