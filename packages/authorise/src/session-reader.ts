import type { Target } from './announcer.ts'
import { webUrl } from './chains/web-url.ts'
import type { AuthoriseController } from './controller.ts'
import { pageUrl } from './dom/page-url.ts'
import { requireSoundPage } from './dom/require-sound-page.ts'
import type { SessionStore } from './effects/session-store.ts'
import { requireNoSecretKey } from './errors/holds-secret-key.ts'
import { type Problem, problemFrom } from './machine/problem.ts'
import { checkoutOf } from './machine/state.ts'
import { requireSessionId } from './require-session-id.ts'
import { createHttp, type Http } from './service/http.ts'
import { readSession } from './service/read-session.ts'
import { type SessionKeys, sessionKeys } from './storage-key.ts'
import type { Wallet } from './wallet/wallet.ts'

/** One session of one service, until the attributes change. */
export type Connection = {
  sessionId: string
  http: Http
  keys: SessionKeys
  life: AbortController
  /** Its storage and its wallet. Null until an effect needs them. */
  store: SessionStore | null
  wallet: Promise<Wallet> | null
}

const READ_EVERY_MS = 10_000
const READ_FUNDS_EVERY_MS = 2_000

/** Reads the session when the element gets one, and again while the session may change outside the page. */
export class SessionReader {
  /** Null until the service's address is known. */
  connection: Connection | null = null
  readonly #controller: AuthoriseController
  #life = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(controller: AuthoriseController) {
    this.#controller = controller
  }

  /** Whether the subscriber returns to a meter of this browser. */
  keepsToken({ sessionId, baseUrl }: Target): boolean {
    const service = webUrl(baseUrl, pageUrl())
    if (sessionId === null || !service) return false
    return this.#keeps(sessionKeys(service.origin, sessionId).token)
  }

  /** Also reads this browser's stored state of the session. */
  async load(sessionId: string, baseUrl: string): Promise<void> {
    this.#life.abort()
    this.#life = new AbortController()
    const life = this.#life
    const { ports, host } = this.#controller
    try {
      requireSoundPage()
      requireSessionId(sessionId)
      requireNoSecretKey(host.replaces ?? '', 'replaces')
      const http = createHttp({ baseUrl, pageUrl: pageUrl(), fetch: ports.fetch })
      const keys = sessionKeys(http.origin, sessionId)
      const connection: Connection = { sessionId, http, keys, life, store: null, wallet: null }
      this.connection = connection
      if (this.#lacksWallet) this.#controller.attend()
      const { value: session, cap } = await readSession(http, sessionId, { signal: life.signal })
      if (life.signal.aborted) return
      const isFirstScreen =
        session.status === 'open' &&
        !host.replaces &&
        !this.#lacksWallet &&
        ![keys.token, keys.entered].some(key => this.#keeps(key)) &&
        !this.#hasAsked(keys)
      const stored = isFirstScreen
        ? { customer: null, lock: null, entered: null }
        : (await this.#controller.load()).stored(connection)
      if (life.signal.aborted) return
      this.#controller.dispatch({ type: 'session_loaded', session, cap, proposed: host.proposed, ...stored })
      whenIdle(() => !life.signal.aborted && this.#controller.attend())
    } catch (error) {
      await this.#fail(problemFrom(error), life)
    }
  }

  /** If the service is silent, offers this browser's meter or the page's exit. A late response is still accepted. */
  async prolonged(): Promise<void> {
    const { connection } = this
    const { state, part } = this.#controller
    if (state.phase === 'opening') return part?.effects.refresh()
    if (state.phase !== 'loading' || !connection) return
    const { exitUrl } = this.#controller.host
    if (exitUrl || this.#keeps(connection.keys.token) || this.#hasAsked(connection.keys))
      await this.#fail({ code: 'service_timeout' }, connection.life)
  }

  async #fail(problem: Problem, life: AbortController): Promise<void> {
    // The words for the failure come with the later screens. If those cannot be loaded, the network is at fault.
    const effects = await this.#controller.load().catch(() => null)
    if (life.signal.aborted) return
    const lock = (this.connection && effects?.stored(this.connection).lock) ?? null
    this.#controller.dispatch({ type: 'session_failed', problem, lock })
  }

  /** Reads all values again that may have changed outside the page. */
  async refresh(): Promise<void> {
    const { connection } = this
    const { state, part } = this.#controller
    if (!connection || this.#controller.host.ownerDocument.visibilityState === 'hidden') return
    if (state.phase === 'complete') return part?.effects.meter.read()
    void part?.effects.refresh()
    if (checkoutOf(state)?.session.status !== 'open') return this.schedule()
    const { sessionId, http, life } = connection
    const answer = await readSession(http, sessionId, { signal: life.signal }).catch(() => null)
    if (life.signal.aborted) return
    if (answer && answer.value.status !== 'open') await this.#controller.load().catch(() => undefined)
    if (answer && !life.signal.aborted)
      this.#controller.dispatch({ type: 'session_read', session: answer.value })
    this.schedule()
  }

  /** Schedules the next reading of values that change by themselves. */
  schedule(): void {
    clearTimeout(this.#timer)
    const { state, part } = this.#controller
    const { session, lock } = checkoutOf(state) ?? {}
    // A signature for an expired session may still open its meter.
    const isOpen = state.phase === 'expired' ? lock?.isKnown === false : session?.status === 'open'
    const openDelay = part?.effects.balance.isShort() ? READ_FUNDS_EVERY_MS : READ_EVERY_MS
    const delay = isOpen ? openDelay : (part?.effects.meter.readDelay() ?? null)
    if (delay !== null) this.#timer = setTimeout(() => void this.refresh(), delay)
  }

  end(): void {
    this.#life.abort()
    this.connection = null
    clearTimeout(this.#timer)
  }

  /** Then the first screen is drawn with its panel, which would move everything below it later. */
  get #lacksWallet(): boolean {
    return this.#controller.found?.length === 0
  }

  #hasAsked({ lock }: SessionKeys): boolean {
    const { storage, held } = this.#controller.ports
    // Another page may have cleared the storage since.
    return [...held.keys(), ...storage.names(lock)].some(name => name.startsWith(lock))
  }

  #keeps(name: string): boolean {
    const { storage, tabStorage } = this.#controller.ports
    return (storage.read(name) ?? tabStorage.read(name)) !== null
  }
}

/** Once the first screen is drawn and the browser has nothing else to do; Safari does not tell. */
function whenIdle(work: () => void): void {
  const { requestIdleCallback: request = (idle: () => void) => setTimeout(idle, 500) } = globalThis as {
    requestIdleCallback?: (idle: () => void) => unknown
  }
  request(work)
}
