import type { Subscription } from '@per-second/protocol/types'
import { problemFrom } from '../machine/problem.ts'
import { checkoutOf, type State } from '../machine/state.ts'
import { isReconciled, liveMeter } from '../meter/live-meter.ts'
import { isOver, type MeterReading } from '../meter/meter-status.ts'
import type { Answer, MeterAction } from '../service/answer.ts'
import { createFetchService } from '../service/fetch-service.ts'
import { ServiceError } from '../service/service-error.ts'
import type { Connection } from '../session-reader.ts'
import { RefusalError } from '../signing/refusal-error.ts'
import type { CarriedMeter } from './carried-meter.ts'
import { contradictionOf } from './contradiction.ts'
import { type EffectContext, latestBlock, storeOf } from './effect-context.ts'
import { readingOf } from './reading-of.ts'

const READ_EVERY_MS = 10_000
const READ_SOON_MS = 2_000

/** Follows the meter of a complete session: reads it, acts on it, and draws it once a second while it runs. */
export class MeterFollower {
  readonly #context: EffectContext
  readonly #carried: CarriedMeter
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Requests are numbered. A response to a request before `#known` describes an older state of the meter. */
  #lastRequest = 0
  #known = 0

  constructor(context: EffectContext, carried: CarriedMeter) {
    this.#context = context
    this.#carried = carried
  }

  /** The delay of the next reading, in milliseconds; null when the meter can no longer change. */
  readDelay(): number | null {
    const { state } = this.#context
    if (state.phase !== 'complete' || state.checkout.customer === null) return null
    if (!state.reading) return READ_EVERY_MS
    const { subscription } = state.reading
    if (isOver(subscription)) return isReconciled(subscription) ? null : READ_SOON_MS
    const live = liveMeter(state.reading, this.#context.ports.monotonicNow())
    const isDue = live.remainingSeconds === 0 && live.status === 'running'
    return isDue || live.status === 'waiting' ? READ_SOON_MS : READ_EVERY_MS
  }

  async read(): Promise<void> {
    if (this.#context.state.phase === 'complete') await this.#ask(null)
  }

  async act(action: MeterAction): Promise<void> {
    await this.#ask(action)
  }

  /** Draws once a second while the meter on screen runs, just after a second has become due: the old one before the new one is open. */
  tick(): void {
    clearTimeout(this.#timer)
    const context = this.#context
    const { state } = context
    const reading = state.phase === 'complete' ? state.reading : this.#carried.shown?.meter?.reading
    if (!reading) return
    const now = context.ports.monotonicNow()
    const live = liveMeter(reading, now)
    if (!live.ticking || live.remainingSeconds === 0) return
    const intoSecond = (now - reading.readAt) % 1_000
    this.#timer = setTimeout(() => {
      context.host.requestUpdate()
      this.tick()
      if (liveMeter(reading, context.ports.monotonicNow()).remainingSeconds === 0)
        void context.session.refresh()
    }, 1_005 - intoSecond)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** @param action null for a reading. For an action a person waits, and for the reason of a failure */
  async #ask(action: MeterAction | null): Promise<void> {
    const { connection, state } = this.#context
    const id = checkoutOf(state)?.session.subscription
    if (!connection || !id) return
    const token = storeOf(this.#context, connection).readToken()?.token
    if (token === undefined) return this.#context.dispatch({ type: 'signed_out' })
    const { signal } = connection.life
    const number = ++this.#lastRequest
    if (action) this.#known = number
    const service = createFetchService(connection.http)
    const answer = action
      ? service.act(id, { token, action, signal })
      : service.subscription(id, token, { signal })
    await this.#take(connection, answer, { isAction: action !== null, number, token })
  }

  /** A failed reading is repeated without a message. A failed action is reported. */
  async #take(
    connection: Connection,
    answer: Promise<Answer<Subscription>>,
    { isAction, number, token }: { isAction: boolean; number: number; token: string },
  ): Promise<void> {
    const context = this.#context
    try {
      const given = await answer
      if (connection.life.signal.aborted) return
      const checkout = checkoutOf(context.state)
      const readBlock = () => latestBlock(connection)
      const refused =
        checkout && (await contradictionOf(checkout, given, { ports: context.ports, readBlock }))
      if (connection.life.signal.aborted) return
      const isOvertaken = number < this.#known
      if (isOvertaken && !isAction) return context.session.schedule()
      // The service may have responded to an earlier reading before the action.
      this.#known = isAction ? ++this.#lastRequest : number
      // The last valid figures stay.
      if (refused) throw new RefusalError('refused_meter', refused)
      const received = readingOf(given, context.ports)
      const reading = isOvertaken ? laterOf(context.state, received) : received
      context.dispatch({ type: isAction ? 'acted' : 'subscription_read', reading })
    } catch (error) {
      if (connection.life.signal.aborted) return
      if (error instanceof ServiceError && error.isSignedOut) {
        const store = storeOf(this.#context, connection)
        store.dropToken(token)
        if (!store.readToken()) return context.dispatch({ type: 'signed_out' })
        // The subscriber has signed in again since this request.
        if (!isAction) return context.session.schedule()
      }
      const { state } = context
      const isWorthTelling =
        state.phase === 'complete' && (state.reading === null || error instanceof RefusalError)
      const isSaid = error instanceof RefusalError && state.phase === 'complete' && state.problem !== null
      if (isAction || (isWorthTelling && !isSaid))
        context.dispatch({ type: 'failed', problem: problemFrom(error) })
      else context.session.schedule()
    }
  }
}

/** The reading on screen, if it shows more seconds than a later response of an action: the seconds never decrease. */
function laterOf(state: State, received: MeterReading): MeterReading {
  const shown = state.phase === 'complete' ? state.reading : null
  const isPast =
    shown !== null &&
    !isOver(received.subscription) &&
    received.subscription.elapsed_seconds < shown.subscription.elapsed_seconds
  return isPast ? shown : received
}
