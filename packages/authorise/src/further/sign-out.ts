import type { AuthoriseController, Connection } from '../authorise-controller.ts'
import type { Flow } from '../flows/flow.ts'
import { sameAddress } from '../flows/flow.ts'
import { isUnanswered } from '../is-unanswered.ts'
import { ServiceError } from '../service/service-error.ts'
import type { SessionAccess } from './session-access.ts'

/**
 * Gives up an account's claim on the session, so that another one may begin (design, section 5). In the page that is done at once;
 * the token is kept until the service has answered, because without it a lost call could never be repeated.
 */
export class SignOut {
  readonly #first: AuthoriseController
  readonly #access: SessionAccess
  #underWay: Promise<void> = Promise.resolve()

  constructor(first: AuthoriseController, access: SessionAccess) {
    this.#first = first
    this.#access = access
  }

  start(): void {
    const { connection } = this.#first
    if (!connection) return
    this.#access.store(connection).leave()
    // What becomes of it matters when somebody signs in next.
    this.#underWay = this.#tell(connection).catch(() => undefined)
  }

  /** Before somebody signs in: a claim of another account is given up by now, or it is said why not. @throws {ServiceError} */
  async finish(flow: Flow): Promise<void> {
    await this.#underWay
    flow.signal.throwIfAborted()
    const { connection } = this.#first
    const departure = flow.store.departure()
    const next = flow.checkout().connection?.address
    if (!connection || !departure || !next || sameAddress(departure.address, next)) return
    await this.#tell(connection)
  }

  async #tell(connection: Connection): Promise<void> {
    const store = this.#access.store(connection)
    const departure = store.departure()
    if (!departure) return
    const { signal } = connection.life
    try {
      await this.#access.service(connection).signOut(connection.sessionId, departure.token, { signal })
    } catch (error) {
      // A service that refuses has nothing to give up: the token is dead, or the session is past its beginning.
      if (!(error instanceof ServiceError) || error.isTransient || isUnanswered(error)) throw error
    }
    if (store.departure()?.token === departure.token) store.erase()
  }
}
