import type { AuthoriseController, Connection } from '../authorise-controller.ts'
import { checkoutOf } from '../authorise-state.ts'
import {
  isOver,
  isReconciled,
  liveMeter,
  type MeterReading,
  type MeterStatus,
  meterStatus,
} from '../meter.ts'
import { problemFrom } from '../problem.ts'
import type { Answer, MeterAction, Service } from '../service/service.ts'
import { ServiceError } from '../service/service-error.ts'
import type { SessionAccess } from './session-access.ts'

const READ_EVERY_MS = 10_000
const READ_SOON_MS = 2_000

type SubscriptionAnswer = Promise<Answer<MeterReading['subscription']>>

/** Follows the meter of a complete session: reads it, acts on it, and draws it once a second while it runs. */
export class MeterFollower {
  readonly #first: AuthoriseController
  readonly #access: SessionAccess
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Questions are numbered: an answer to one asked before `#known` says how things were, not how they are. */
  #asked = 0
  #known = 0

  constructor(first: AuthoriseController, access: SessionAccess) {
    this.#first = first
    this.#access = access
  }

  /** Null before the session is complete, and while nobody has signed in to see it. */
  get status(): MeterStatus | null {
    const { state } = this.#first
    return state.phase === 'complete' && state.reading ? meterStatus(state.reading.subscription) : null
  }

  /** How soon the meter is asked for again, in milliseconds; null when nothing can change any more. */
  readDelay(): number | null {
    const { state } = this.#first
    if (state.phase !== 'complete' || state.checkout.customer === null) return null
    if (!state.reading) return READ_EVERY_MS
    const { subscription } = state.reading
    if (isOver(subscription)) return isReconciled(subscription) ? null : READ_SOON_MS
    const live = liveMeter(state.reading, this.#first.now())
    const isDue = live.remainingSeconds === 0 && live.status === 'running'
    return isDue || live.status === 'waiting' ? READ_SOON_MS : READ_EVERY_MS
  }

  async read(): Promise<void> {
    if (this.#first.state.phase !== 'complete') return
    await this.#ask(false, (service, id, token, options) => service.subscription(id, token, options))
  }

  async act(action: MeterAction): Promise<void> {
    await this.#ask(true, (service, id, token, options) => service.act(id, token, action, options))
  }

  /** Draws once a second while a meter runs, just after a second has become due. */
  tick(): void {
    clearTimeout(this.#timer)
    const first = this.#first
    const { state } = first
    if (state.phase !== 'complete' || !state.reading) return
    const { reading } = state
    const now = first.now()
    const live = liveMeter(reading, now)
    if (!live.ticking || live.remainingSeconds === 0) return
    const intoSecond = (now - reading.readAt) % 1_000
    this.#timer = setTimeout(() => {
      first.host.requestUpdate()
      this.tick()
      if (liveMeter(reading, first.now()).remainingSeconds === 0) void first.refresh()
    }, 1_005 - intoSecond)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** @param isAction whether a person waits for the answer, and for the reason of a failure */
  async #ask(
    isAction: boolean,
    question: (
      service: Service,
      id: string,
      token: string,
      options: { signal: AbortSignal },
    ) => SubscriptionAnswer,
  ): Promise<void> {
    const { connection, state } = this.#first
    const id = checkoutOf(state)?.session.subscription
    if (!connection || !id) return
    const token = this.#access.store(connection).read()?.token
    if (token === undefined) return this.#first.dispatch({ type: 'signed_out' })
    const { signal } = connection.life
    const number = ++this.#asked
    if (isAction) this.#known = number
    const answer = question(this.#access.service(connection), id, token, { signal })
    await this.#take(connection, answer, { isAction, number, token })
  }

  /** A failed read changes nothing and is made again, a failed action is told. */
  async #take(
    connection: Connection,
    answer: SubscriptionAnswer,
    { isAction, number, token }: { isAction: boolean; number: number; token: string },
  ): Promise<void> {
    const first = this.#first
    try {
      const { value, clock } = await answer
      if (connection.life.signal.aborted) return
      if (number < this.#known) return first.schedule()
      // What was asked while an action was under way may have been answered before it.
      this.#known = isAction ? ++this.#asked : number
      const reading = {
        subscription: value,
        readAt: first.now(),
        clockFrozen: clock?.frozen ?? false,
      }
      first.dispatch({ type: isAction ? 'acted' : 'subscription_read', reading })
    } catch (error) {
      if (connection.life.signal.aborted) return
      if (error instanceof ServiceError && error.isSignedOut) {
        const store = this.#access.store(connection)
        store.dropToken(token)
        // Somebody may have signed in anew since this was asked.
        return store.read() ? first.schedule() : first.dispatch({ type: 'signed_out' })
      }
      const isFirst = first.state.phase === 'complete' && first.state.reading === null
      if (isAction || isFirst) first.dispatch({ type: 'failed', problem: problemFrom(error) })
      else first.schedule()
    }
  }
}
