import { problemFrom } from '../machine/problem.ts'
import { recordOf } from '../machine/signature-lock.ts'
import { checkoutOf, type State } from '../machine/state.ts'
import type { Carried } from '../meter/carried.ts'
import { isReconciled } from '../meter/live-meter.ts'
import { isOver, type MeterReading } from '../meter/meter-status.ts'
import { createFetchService } from '../service/fetch-service.ts'
import { readSession } from '../service/read-session.ts'
import { ServiceError } from '../service/service-error.ts'
import type { Connection } from '../session-reader.ts'
import { RefusalError } from '../signing/refusal-error.ts'
import { sessionKeys } from '../storage-key.ts'
import { contradictionOf } from './contradiction.ts'
import { type EffectContext, latestBlock, storeOf } from './effect-context.ts'
import { readingOf } from './reading-of.ts'
import { SessionStore } from './session-store.ts'

const UNREAD: Carried = { meter: null, isUnknown: false, lie: null }

/**
 * Follows the old meter of a checkout that carries one on, with this browser's token of the old session. It checks the service's
 * promise that the old meter stops in the second in which the new one starts (docs/money.md, rule 80).
 */
export class CarriedMeter {
  readonly #context: EffectContext
  #read: { sessionId: string; connection: Connection; carried: Carried } | null = null
  readonly #changed: () => void

  /** @param changed called when there is something to draw again */
  constructor(context: EffectContext, changed: () => void) {
    this.#context = context
    this.#changed = changed
  }

  /** Null if the checkout carries on no meter. */
  get shown(): Carried | null {
    const sessionId = this.#sessionId()
    if (sessionId === null) return null
    return this.#read?.sessionId === sessionId ? this.#read.carried : UNREAD
  }

  /** After each change of the state: reads the old meter again if the new one may have changed it. */
  changed(before: State): void {
    const { state } = this.#context
    const isNewReading = state.phase === 'complete' && state !== before && state.reading !== readingIn(before)
    if (state.phase !== before.phase || isNewReading) void this.read()
  }

  async read(): Promise<void> {
    const { connection, state } = this.#context
    const sessionId = this.#sessionId()
    if (!connection || sessionId === null || !checkoutOf(state)) return
    const { reading } = this.shown?.meter ?? {}
    const isFinal =
      this.shown?.isUnknown || (reading && isOver(reading.subscription) && isReconciled(reading.subscription))
    if (isFinal && this.#read?.connection === connection) return
    const isUnknown = (error: unknown) =>
      !reading && error instanceof ServiceError && error.code === 'resource_missing'
    const found = await this.#meterOf(sessionId, connection).catch(error =>
      isUnknown(error) ? { meter: null, isUnknown: true } : null,
    )
    if (connection.life.signal.aborted || sessionId !== this.#sessionId() || !found) return
    const lie = this.shown?.lie ?? null
    this.#read = { sessionId, connection, carried: { isUnknown: false, ...found, lie } }
    this.#changed()
    if (found.meter && !lie) await this.#judge(connection, found.meter.reading, state)
  }

  end(): void {
    this.#read = null
  }

  /**
   * A request that stands says it, and before one the page's attribute. Without both, it is the session of the old meter that this
   * browser signed for.
   */
  #sessionId(): string | null {
    const { host, connection, state } = this.#context
    if (!connection) return null
    const old = readingIn(state)?.subscription.replaces
    const lock = checkoutOf(state)?.lock
    const named = lock ? lock.replaces : host.replaces
    const sessionId = named || (old ? storeOf(this.#context, connection).sessionOf(old) : null)
    return sessionId === connection.sessionId ? null : sessionId
  }

  /** Without this browser's token of the old session it is asked once whether there is such a session. Null if nothing new is known. */
  async #meterOf(sessionId: string, connection: Connection): Promise<Pick<Carried, 'meter'> | null> {
    const { http, life } = connection
    const { ports, host } = this.#context
    const keys = sessionKeys(http.origin, sessionId)
    const store = new SessionStore(ports, { keys, origin: http.origin, host })
    const [lock, token] = [store.readLock(), store.readToken()]
    const isFollowed = lock !== null && token !== null
    const isAsked = this.#read?.sessionId === sessionId && this.#read.connection === connection
    if (!isFollowed && isAsked) return null
    const { signal } = life
    const { value: session } = await readSession(http, sessionId, { signal })
    if (!isFollowed) return { meter: null }
    const record = recordOf({ lock, session })
    if (!record) return null
    const service = createFetchService(http)
    const answer = await service.subscription(record.subscription, token.token, { signal })
    if (await contradictionOf({ session, lock }, answer, { ports, readBlock: () => latestBlock(connection) }))
      return null
    return { meter: { session, reading: readingOf(answer, ports) } }
  }

  /** `then` is the state at the reading of the old meter. A new meter that counted by then has replaced it. */
  async #judge(connection: Connection, { subscription: old }: MeterReading, then: State): Promise<void> {
    const counted = readingIn(then)?.subscription
    if (counted && counted.started_at !== null && !isOver(counted) && !isOver(old))
      return this.#tell('replaces')
    if (then.phase === 'complete' || old.cancel_reason !== 'replaced') return
    // Another checkout may have carried the old meter on. For this checkout, the service's report is awaited.
    const own = checkoutOf(then)
    const mine = [own?.lock?.subscription, own?.session.subscription]
    if (old.replaced_by !== null && !mine.includes(old.replaced_by)) return
    const { sessionId, http, life } = connection
    const answer = await readSession(http, sessionId, { signal: life.signal }).catch(() => null)
    if (!life.signal.aborted && answer && answer.value.status !== 'complete') this.#tell('replaced_by')
  }

  #tell(lie: NonNullable<Carried['lie']>): void {
    if (!this.#read) return
    this.#read = { ...this.#read, carried: { ...this.#read.carried, lie } }
    this.#context.report(problemFrom(new RefusalError('refused_meter', lie)))
    this.#changed()
  }
}

function readingIn(state: State): MeterReading | null {
  return state.phase === 'complete' ? state.reading : null
}
