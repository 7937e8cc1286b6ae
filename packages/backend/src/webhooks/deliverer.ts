import { setTimeout as delay } from 'node:timers/promises'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import { isBackingOff } from '../domain/is-backing-off.ts'
import type { Counter } from '../observability/metrics.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import { AttemptSlots, MOST_OF_ONE } from './attempt-slots.ts'
import { postponeDeliveries } from './move-waiting.ts'
import { type AttemptResult, recordAttempt } from './record-attempt.ts'
import type { SecretBox } from './secret-box.ts'
import type { SendOutcome, SendWebhook } from './send-webhook.ts'
import { attemptDelivery, type Task } from './send-webhook.ts'

/** All real time: between two looks for due deliveries, how long a claim outlives its process, how long a stop waits. */
const POLL_MILLIS = 250
const CLAIM_MILLIS = 30_000
const STOP_MILLIS = 1_000

/** A claimed delivery, and how it gives its slot back. */
type Claimed = Task & { leave: () => void }

export type DelivererParameters = {
  storage: Storage
  clock: Clock
  /** Unix milliseconds of real time, for claims and for the signed timestamp, which receivers compare with their own clocks. */
  realTime: () => UnixMillis
  secrets: SecretBox
  send: SendWebhook
  random: () => number
  /** Counts attempts by `outcome`: `delivered`, `failed`, or `refused` for an address this service does not send to. */
  attempted: Counter
  log: Logger
}

/**
 * Sends the waiting deliveries of units of work to webhook endpoints, at least once each and in no promised order. It
 * runs beside the requests, never inside one: a slow or dead receiver holds a few of its own sockets and nothing else.
 * Where more is due than is sent at once, merchants take turns.
 *
 * A delivery is claimed in one unit of work, sent, and booked in another. A kill in between leaves it pending: it is sent again
 * under the same `webhook-id`.
 */
export class Deliverer {
  readonly #parameters: DelivererParameters
  readonly #slots = new AttemptSlots()
  readonly #attempts = new Set<Promise<void>>()
  readonly #abandon = new AbortController()
  #stopped = false
  #timer: NodeJS.Timeout | null = null
  #filling: Promise<void> | null = null

  constructor(parameters: DelivererParameters) {
    this.#parameters = parameters
  }

  /** Takes back the claims of an earlier sender, and starts looking. */
  async start(): Promise<void> {
    await this.#parameters.storage.unitOfWork(tx => tx.deliveries.releaseClaims())
    this.#poll()
  }

  /** Whether anything is under way, or due at this instant of the clock. */
  async hasWork(): Promise<boolean> {
    return !this.#stopped && (this.#attempts.size > 0 || (await this.#isAnyDue([])))
  }

  /** Sends until nothing is due at this instant of the clock. @returns whether there was anything to send */
  async drain(): Promise<boolean> {
    let sent = false
    while (!this.#stopped) {
      await this.#fill()
      if (this.#attempts.size === 0) return sent
      sent = true
      await Promise.race(this.#attempts)
    }
    return sent
  }

  /** Lets attempts under way finish for a second, then leaves them pending. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    const all = async () => {
      await this.#filling?.catch(() => {})
      await Promise.all(this.#attempts)
    }
    await Promise.race([all(), delay(STOP_MILLIS, undefined, { ref: false })])
    this.#abandon.abort()
    await all()
  }

  #poll(): void {
    this.#timer = setTimeout(async () => {
      await this.#fill().catch(error => this.#failedToPoll(error))
      if (!this.#stopped) this.#poll()
    }, POLL_MILLIS)
  }

  #failedToPoll(error: unknown): void {
    this.#parameters.log.error({ err: error }, 'webhook delivery scan failed')
  }

  #fill(): Promise<void> {
    this.#filling ??= this.#fillOnce().finally(() => {
      this.#filling = null
    })
    return this.#filling
  }

  async #fillOnce(): Promise<void> {
    // First those with less than their share.
    do await this.#fillUpTo(this.#slots.share)
    while (await this.#fillUpTo(MOST_OF_ONE))
  }

  /**
   * @param mostOfOne slots of one merchant
   * @returns whether a merchant has had its turn and there is room still
   */
  async #fillUpTo(mostOfOne: number): Promise<boolean> {
    const full = new Set(this.#slots.full(mostOfOne))
    // Receivers that answer faster than the database leave their merchant room again and again: others have their turn all the same.
    const turns = new Map<string, number>()
    while (!this.#stopped && this.#slots.free > 0) {
      if (!(await this.#isAnyDue([...full]))) break
      const { tasks, nowFull } = await this.#claimDue(full, { mostOfOne, turns })
      for (const id of nowFull) full.add(id)
      for (const task of tasks) {
        const { merchantId } = task.endpoint
        turns.set(merchantId, (turns.get(merchantId) ?? 0) + 1)
        this.#begin(task)
      }
    }
    return !this.#stopped && this.#slots.free > 0 && [...turns.values()].some(turn => turn >= mostOfOne)
  }

  async #isAnyDue(except: string[]): Promise<boolean> {
    const { storage } = this.#parameters
    const request = { ...this.#instants(), limit: 1, to: { except } }
    return (await storage.read(tx => tx.deliveries.due(request))).length > 0
  }

  /**
   * Claims due deliveries that have room. `full` are the endpoints without room, `turns` the earlier slots of each
   * merchant.
   */
  async #claimDue(
    full: Set<string>,
    { mostOfOne, turns }: { mostOfOne: number; turns: ReadonlyMap<string, number> },
  ): Promise<{ tasks: Claimed[]; nowFull: string[] }> {
    const { storage } = this.#parameters
    let tasks: Claimed[] = []
    try {
      return await storage.unitOfWork(async tx => {
        // A unit that collided with another is run again.
        for (const { leave } of tasks) leave()
        tasks = []
        const request = { ...this.#instants(), limit: this.#slots.free, to: { except: [...full] } }
        const nowFull: string[] = []
        const away = new Set<string>()
        for (const delivery of await tx.deliveries.due(request)) {
          const { endpointId } = delivery
          if (away.has(endpointId)) continue
          const endpoint = await tx.webhookEndpoints.get(endpointId)
          const isAway = await postponeDeliveries({ tx, now: request.now }, endpointId, endpoint)
          if (endpoint === null || isAway) {
            away.add(endpointId)
            continue
          }
          const hasTurn = (turns.get(endpoint.merchantId) ?? 0) < mostOfOne
          if (hasTurn && this.#slots.hasRoomFor(endpoint, mostOfOne)) {
            const task = await this.#claim(tx, delivery, endpoint)
            if (task) tasks.push({ ...task, leave: this.#slots.take(endpoint) })
          } else nowFull.push(endpointId)
        }
        return { tasks, nowFull }
      })
    } catch (error) {
      for (const { leave } of tasks) leave()
      throw error
    }
  }

  async #claim(tx: Transaction, delivery: WebhookDelivery, endpoint: WebhookEndpoint): Promise<Task | null> {
    const event = await tx.events.get(delivery.eventId)
    if (!event) {
      await tx.deliveries.update({ ...delivery, status: 'failed', dueAt: null })
      return null
    }
    const claimedUntil = this.#parameters.realTime() + CLAIM_MILLIS
    await tx.deliveries.update({ ...delivery, claimedUntil })
    return { delivery, endpoint, event }
  }

  #begin(task: Claimed): void {
    const attempt = this.#work(task)
      .catch(error =>
        this.#parameters.log.error(
          { err: error, endpoint: task.endpoint.id },
          'webhook delivery interrupted',
        ),
      )
      .finally(() => {
        const wasCrowded = this.#slots.free === 0
        task.leave()
        this.#attempts.delete(attempt)
        if (wasCrowded) this.#fill().catch(error => this.#failedToPoll(error))
      })
    this.#attempts.add(attempt)
  }

  /** One attempt after another to the same endpoint, while others have room: the unit that books one claims the next. */
  async #work(first: Task): Promise<void> {
    const { storage, clock, random } = this.#parameters
    for (let task: Task | null = first; task !== null; ) {
      const current: Task = task
      const outcome = await attemptDelivery(current, this.#parameters, this.#abandon.signal)
      if ('aborted' in outcome) {
        await storage.unitOfWork(tx => release(tx, current.delivery.id))
        return
      }
      const { delivery, endpoint } = current
      const attempt = { deliveryId: delivery.id, url: endpoint.url, outcome }
      const done: { result: AttemptResult; next: Task | null } = await storage.unitOfWork(async tx => {
        const result = await recordAttempt({ tx, now: clock.now() }, attempt, random())
        return { result, next: await this.#claimNext(tx, endpoint.id) }
      })
      this.#report(current, outcome, done.result)
      task = done.next
    }
  }

  async #claimNext(tx: Transaction, endpointId: string): Promise<Task | null> {
    // While it is looked for who is next, a slot that is given back is theirs.
    if (this.#stopped || this.#slots.free === 0 || this.#filling !== null) return null
    const endpoint = await tx.webhookEndpoints.get(endpointId)
    const instants = this.#instants()
    if (endpoint?.status !== 'enabled' || isBackingOff(endpoint, instants.now)) return null
    const [delivery] = await tx.deliveries.due({ ...instants, limit: 1, to: { only: endpointId } })
    return delivery ? this.#claim(tx, delivery, endpoint) : null
  }

  #instants(): { now: UnixMillis; realNow: UnixMillis } {
    const { clock, realTime } = this.#parameters
    return { now: clock.now(), realNow: realTime() }
  }

  /** Addresses may carry credentials in their query: the endpoint's id says enough. */
  #report({ delivery, endpoint, event }: Task, outcome: SendOutcome, result: AttemptResult): void {
    const { attempted, log } = this.#parameters
    const facts = {
      endpoint: endpoint.id,
      event: event.id,
      attempt: delivery.attempts + 1,
      ...outcome,
      result,
    }
    const refused = 'failure' in outcome && outcome.failure === 'address_refused'
    attempted.add({ outcome: result === 'delivered' ? result : refused ? 'refused' : 'failed' })
    if (result === 'delivered' || result === 'forgotten') log.debug(facts, 'webhook attempt')
    else if (result === 'retry') log.info(facts, 'webhook attempt failed')
    else log.warn(facts, 'webhook delivery given up')
  }
}

async function release(tx: Transaction, id: string): Promise<void> {
  const delivery = await tx.deliveries.get(id)
  if (delivery) await tx.deliveries.update({ ...delivery, claimedUntil: null })
}
