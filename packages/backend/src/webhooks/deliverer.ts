import { setTimeout as delay } from 'node:timers/promises'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import { isBackingOff } from '../domain/is-backing-off.ts'
import type { Counter } from '../observability/metrics.ts'
import { createGroupedUnits } from '../storage/grouped-units.ts'
import type { DueDeliveries, Storage } from '../storage/storage.ts'
import { postponeDeliveries } from './move-waiting.ts'
import { type AttemptResult, type EndedAttempt, recordAttempt } from './record-attempt.ts'
import type { SecretBox } from './secret-box.ts'
import { attemptDelivery, type SendOutcome, type SendWebhook } from './send-webhook.ts'

/** All real time: how long a drain waits for attempts before it looks again, how long an interrupted one is left alone, how long a stop waits. */
const LOOK_MILLIS = 250
const INTERRUPTED_MILLIS = 30_000
const STOP_MILLIS = 1_000

/** Most attempts at once: in all, to one endpoint, and to an endpoint that was silent last time. */
const MOST = 128
const MOST_TO_ONE = 16
const MOST_TO_SILENT = 1

export type DelivererParameters = {
  storage: Storage
  clock: Clock
  /** Unix milliseconds of real time, for the signed timestamp, which receivers compare with their own clocks. */
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
 *
 * One process of a database delivers, so it keeps the deliveries under way in memory. A kill leaves them pending: the
 * next process sends them again under the same `webhook-id`.
 */
export class Deliverer {
  readonly #parameters: DelivererParameters
  /** The endpoint of each delivery under way, by the delivery's id. */
  readonly #underWay = new Map<string, WebhookEndpoint>()
  readonly #attempts = new Set<Promise<void>>()
  /** Books an attempt that has ended, with those that have ended meanwhile. */
  readonly #book = createGroupedUnits<EndedAttempt, AttemptResult>(ended => this.#bookAll(ended))
  readonly #abandon = new AbortController()
  #stopped = false
  /** The look that is under way or was the last one, and the one after it. */
  #look: Promise<void> = Promise.resolve()
  #nextLook: Promise<void> | null = null
  /** What to look at next: endpoints with an attempt that has ended, and null for everything that is due. */
  readonly #asked = new Set<string | null>()

  constructor(parameters: DelivererParameters) {
    this.#parameters = parameters
  }

  /** Whether anything is under way, or due at this instant of the clock. */
  async hasWork(): Promise<boolean> {
    if (this.#stopped || this.#attempts.size > 0) return !this.#stopped
    return (await this.#due({ limit: 1 })).deliveries.length > 0
  }

  /** Begins due deliveries that have room: all of them, or the earliest and those of an endpoint. One look at a time. */
  fill(endpointId: string | null = null): Promise<void> {
    this.#asked.add(endpointId)
    this.#nextLook ??= this.#look.catch(() => {}).then(() => this.#fillAsked())
    return this.#nextLook
  }

  /** Sends until nothing is due at this instant of the clock. @returns whether there was anything to send */
  async drain(): Promise<boolean> {
    let sent = false
    while (!this.#stopped) {
      await this.fill()
      if (this.#attempts.size === 0) return sent
      sent = true
      await Promise.race([Promise.all(this.#attempts), delay(LOOK_MILLIS, undefined, { ref: false })])
    }
    return sent
  }

  /** Lets attempts under way finish for a second, then leaves them pending. */
  async stop(): Promise<void> {
    this.#stopped = true
    const all = async () => {
      await (this.#nextLook ?? this.#look).catch(() => {})
      await Promise.all(this.#attempts)
    }
    await Promise.race([all(), delay(STOP_MILLIS, undefined, { ref: false })])
    this.#abandon.abort()
    await all()
  }

  async #fillAsked(): Promise<void> {
    this.#look = this.#nextLook ?? this.#look
    this.#nextLook = null
    const asked = [...this.#asked]
    this.#asked.clear()
    if (asked.includes(null)) await this.#beginAll()
    else for (const id of [null, ...asked]) await this.#beginDue(id === null ? {} : { only: id })
  }

  /** Looks past all that waits for a full endpoint, which costs time for each such delivery: not after each attempt. */
  async #beginAll(): Promise<void> {
    const full = new Set<string>()
    for (let more = true; more; ) {
      const found = await this.#beginDue({ except: [...full] })
      for (const id of found.full) full.add(id)
      more = found.more
    }
  }

  /** @returns endpoints without room, and whether more is due */
  async #beginDue(
    search: Pick<DueDeliveries, 'except' | 'only'>,
  ): Promise<{ full: string[]; more: boolean }> {
    const { storage, clock } = this.#parameters
    if (this.#stopped || this.#underWay.size >= MOST) return { full: [], more: false }
    const limit = search.only === undefined ? MOST : MOST_TO_ONE
    const { deliveries, endpoints } = await this.#due({ ...search, limit })
    const full: string[] = []
    const away = new Set<string>()
    for (const delivery of deliveries) {
      const endpoint = endpoints.get(delivery.endpointId)
      const isAway = endpoint?.status !== 'enabled' || isBackingOff(endpoint, clock.now())
      if (isAway) away.add(delivery.endpointId)
      else if (this.#hasRoomFor(endpoint)) this.#begin(delivery, endpoint)
      else full.push(delivery.endpointId)
    }
    if (away.size > 0)
      await storage.unitOfWork(async tx => {
        for (const id of away)
          await postponeDeliveries({ tx, now: clock.now() }, id, await tx.webhookEndpoints.get(id))
      })
    return { full, more: away.size > 0 || deliveries.length === limit }
  }

  /** The merchants that hold attempts and one more share them all equally, and none has more than a quarter. */
  #hasRoomFor({ id, merchantId, silences }: WebhookEndpoint): boolean {
    const held = [...this.#underWay.values()]
    const share = Math.floor(MOST / (new Set(held.map(each => each.merchantId)).size + 1))
    const toOne = held.filter(each => each.id === id).length
    const ofOne = held.filter(each => each.merchantId === merchantId).length
    return (
      held.length < MOST &&
      toOne < (silences > 0 ? MOST_TO_SILENT : MOST_TO_ONE) &&
      ofOne < Math.min(Math.max(share, 1), MOST / 4)
    )
  }

  /** Due deliveries that are not under way, earliest first, and their endpoints. */
  #due(search: Pick<DueDeliveries, 'except' | 'only' | 'limit'>) {
    const { storage, clock } = this.#parameters
    const request = { ...search, now: clock.now(), besides: [...this.#underWay.keys()] }
    return storage.read(async tx => {
      const deliveries = await tx.deliveries.due(request)
      const endpoints = await tx.webhookEndpoints.getMany(deliveries.map(({ endpointId }) => endpointId))
      return { deliveries, endpoints: new Map(endpoints.map(endpoint => [endpoint.id, endpoint])) }
    })
  }

  #begin(delivery: WebhookDelivery, endpoint: WebhookEndpoint): void {
    this.#underWay.set(delivery.id, endpoint)
    const leave = () => this.#underWay.delete(delivery.id)
    const attempt = this.#attempt(delivery, endpoint)
      .then(leave, error => {
        this.#parameters.log.error({ err: error, endpoint: endpoint.id }, 'webhook delivery interrupted')
        // Its result is not booked, so it is still due.
        setTimeout(leave, INTERRUPTED_MILLIS).unref()
      })
      .then(() => {
        this.#attempts.delete(attempt)
        // The next look of the worker reports a failure that lasts.
        if (!this.#stopped) this.fill(endpoint.id).catch(() => {})
      })
    this.#attempts.add(attempt)
  }

  async #attempt(delivery: WebhookDelivery, endpoint: WebhookEndpoint): Promise<void> {
    const { storage } = this.#parameters
    const event = await storage.read(tx => tx.events.get(delivery.eventId))
    if (event === null) {
      await storage.unitOfWork(tx => tx.deliveries.update({ ...delivery, status: 'failed', dueAt: null }))
      return
    }
    const outcome = await attemptDelivery({ endpoint, event }, this.#parameters, this.#abandon.signal)
    if ('aborted' in outcome) return
    const result = await this.#book({ deliveryId: delivery.id, url: endpoint.url, outcome })
    this.#report(delivery, endpoint, { outcome, result })
  }

  #bookAll(ended: readonly EndedAttempt[]): Promise<AttemptResult[]> {
    const { storage, clock, random } = this.#parameters
    return storage.unitOfWork(async tx => {
      const results: AttemptResult[] = []
      for (const attempt of ended)
        results.push(await recordAttempt({ tx, now: clock.now() }, attempt, random()))
      return results
    })
  }

  /** Addresses may carry credentials in their query: the endpoint's id says enough. */
  #report(
    { eventId, attempts }: WebhookDelivery,
    endpoint: WebhookEndpoint,
    { outcome, result }: { outcome: SendOutcome; result: AttemptResult },
  ): void {
    const { attempted, log } = this.#parameters
    const facts = { endpoint: endpoint.id, event: eventId, attempt: attempts + 1, ...outcome, result }
    const refused = 'failure' in outcome && outcome.failure === 'address_refused'
    attempted.add({ outcome: result === 'delivered' ? result : refused ? 'refused' : 'failed' })
    if (result === 'delivered' || result === 'forgotten') log.debug(facts, 'webhook attempt')
    else if (result === 'retry') log.info(facts, 'webhook attempt failed')
    else log.warn(facts, 'webhook delivery given up')
  }
}
