import type { AuthoriseController } from '../controller.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import type { Connection, SessionReader } from '../session-reader.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { SessionStore } from './session-store.ts'

/** The base of every effect: the state and its events, the session's wallet, and the browser's store for the session. */
export class EffectContext {
  readonly #controller: AuthoriseController
  #wallet: Promise<Wallet> | null = null
  #store: { connection: Connection; store: SessionStore } | null = null

  constructor(controller: AuthoriseController) {
    this.#controller = controller
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
    const store = new SessionStore(ports, { keys, origin: http.origin, host })
    this.#store = { connection, store }
    return store
  }

  /** The session's wallet stack if it was already requested. The getter loads nothing. */
  get loadedWallet(): Promise<Wallet> | null {
    return this.#wallet
  }

  /** The session's wallet stack: loaded once, watched until the session ends. @throws {AuthoriseError} `module_unavailable` */
  loadWallet(): Promise<Wallet> {
    this.#wallet ??= this.#watchedWallet()
    return this.#wallet
  }

  /** The time of the latest block, if a wallet is there to read it. */
  readonly latestBlock = async (): Promise<number | null> =>
    (await this.#wallet)?.latestBlockTimestamp() ?? null

  /** Releases the wallet: the next session loads its own. */
  endWallet(): void {
    this.#wallet?.then(wallet => wallet.release()).catch(() => undefined)
    this.#wallet = null
  }

  async #watchedWallet(): Promise<Wallet> {
    const { host, ports, connection } = this
    try {
      const projectId = host.walletConnectProjectId
      const wallet = await ports.loadWallet({
        wagmiConfig: host.wagmiConfig,
        provider: host.provider,
        walletConnect: projectId ? { projectId } : undefined,
      })
      wallet.watch(change => {
        if (this.connection === connection) this.dispatch({ type: 'wallet_changed', connection: change })
      })
      return wallet
    } catch (cause) {
      // The next try may load the part that the network lost.
      this.#wallet = null
      throw new AuthoriseError('module_unavailable', 'The wallet part of the element could not be loaded.', {
        cause,
      })
    }
  }
}
