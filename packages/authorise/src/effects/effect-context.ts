import type { AuthoriseController } from '../controller.ts'
import type { Connection } from '../session-reader.ts'
import { SessionStore } from './session-store.ts'
import { WalletHolder } from './wallet-holder.ts'

/** What every effect works with: the element's state, the session's wallet, and what this browser keeps of the session. */
export class EffectContext {
  readonly controller: AuthoriseController
  readonly wallet: WalletHolder
  #store: { connection: Connection; store: SessionStore } | null = null

  constructor(controller: AuthoriseController) {
    this.controller = controller
    this.wallet = new WalletHolder(controller)
  }

  storeOf(connection: Connection): SessionStore {
    if (this.#store?.connection === connection) return this.#store.store
    const { ports, host } = this.controller
    const { keys, http } = connection
    const store = new SessionStore(ports, { keys, origin: http.origin, remember: host.remember })
    this.#store = { connection, store }
    return store
  }
}
