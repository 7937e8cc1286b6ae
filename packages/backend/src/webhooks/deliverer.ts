import { setTimeout as delay } from 'node:timers/promises'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Counter } from '../observability/metrics.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import { attemptDelivery, type Task } from './attempt-delivery.ts'
import { type AttemptResult, recordAttempt } from './record-attempt.ts'
import type { SecretBox } from './secret-box.ts'
import type { SendOutcome, SendWebhook } from './send-webhook.ts'

/**
 * Attempts under way at once: in all, to one endpoint, and to one that did not answer last time. Those to one endpoint that are
 * answered together are booked in one commit.
 */
const MAX_ATTEMPTS = 128
const MAX_TO_ONE = 16
const MAX_TO_SILENT = 1

/** All real time: between two looks for due deliveries, how long a claim outlives its process, how long a stop waits. */
const POLL_MILLIS = 250
const CLAIM_MILLIS = 30_000
const STOP_MILLIS = 1_000

type RoomAt = (endpoint: WebhookEndpoint) => boolean

export type Deliverer = {
  /** Takes back the claims of a process that was killed; only when no other process shares the database. Then starts looking. */
  start(alone: boolean): Promise<void>
  /** Whether anything is under way, or due at this instant of the clock. */
  hasWork(): Promise<boolean>
  /** Sends until nothing is due at this instant of the clock. @returns whether there was anything to send */
  drain(): Promise<boolean>
  /** Lets attempts under way finish for a second, then leaves them pending. */
  stop(): Promise<void>
}

/**
 * Sends what units of work have left for webhook endpoints, at least once each and in no promised order. It runs beside the
 * requests, never inside one: a slow or dead receiver holds a few of its own sockets and nothing else.
 *
 * A delivery is claimed in one unit of work, sent, and booked in another. A kill in between leaves it pending: it is sent again
 * under the same `webhook-id`.
 */
export function createDeliverer(deps: {
  storage: Storage
  clock: Clock
  /** Unix milliseconds of real time, for claims and for the signed timestamp, which receivers compare with their own clocks. */
  realTime: () => UnixMillis
  newId: (prefix: IdPrefix) => string
  secrets: SecretBox
  send: SendWebhook
  random: () => number
  /** Counts attempts by `outcome`: `delivered`, `failed`, or `refused` for an address this service does not send to. */
  attempted: Counter
  log: Logger
}): Deliverer {
  const { storage, clock, realTime, newId, random, attempted, log } = deps
  const underWay = new Map<string, number>()
  const attempts = new Set<Promise<void>>()
  const abandon = new AbortController()
  let stopped = false
  let timer: NodeJS.Timeout | null = null
  let filling: Promise<void> | null = null

  const claim = async (tx: Transaction, delivery: WebhookDelivery, room: RoomAt): Promise<Task | null> => {
    const endpoint = await tx.webhookEndpoints.get(delivery.endpointId)
    const event = await tx.events.get(delivery.eventId)
    if (!endpoint || !event || !room(endpoint)) return null
    await tx.deliveries.update({ ...delivery, claimedUntil: realTime() + CLAIM_MILLIS })
    return { delivery, endpoint, event }
  }

  /** Claims what is due and has room. `full` are the endpoints that had none. */
  const claimDue = (room: number, full: Set<string>) =>
    storage.unitOfWork(async tx => {
      const to = { except: [...full] }
      const due = await tx.deliveries.due({ now: clock.now(), realNow: realTime(), limit: room, to })
      const counts = new Map(underWay)
      const countOf = (endpointId: string) => counts.get(endpointId) ?? 0
      const hasRoom: RoomAt = ({ id, silences }) => countOf(id) < (silences > 0 ? MAX_TO_SILENT : MAX_TO_ONE)
      const tasks: Task[] = []
      const nowFull: string[] = []
      for (const delivery of due) {
        const task = await claim(tx, delivery, hasRoom)
        if (task) tasks.push(task)
        else nowFull.push(delivery.endpointId)
        if (task) counts.set(delivery.endpointId, countOf(delivery.endpointId) + 1)
      }
      return { tasks, nowFull }
    })

  const isAnyDue = async (except: string[]) => {
    const request = { now: clock.now(), realNow: realTime(), limit: 1, to: { except } }
    return (await storage.read(tx => tx.deliveries.due(request))).length > 0
  }

  const fillOnce = async () => {
    const full = new Set<string>()
    while (!stopped && attempts.size < MAX_ATTEMPTS) {
      if (!(await isAnyDue([...full]))) return
      const { tasks, nowFull } = await claimDue(MAX_ATTEMPTS - attempts.size, full)
      for (const id of nowFull) full.add(id)
      for (const task of tasks) begin(task)
    }
  }

  const fill = (): Promise<void> => {
    filling ??= fillOnce().finally(() => {
      filling = null
    })
    return filling
  }

  const begin = (task: Task) => {
    const { endpointId } = task.delivery
    underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + 1)
    const attempt = work(task)
      .catch(error => log.error({ err: error, endpoint: endpointId }, 'webhook delivery interrupted'))
      .finally(() => {
        const left = (underWay.get(endpointId) ?? 1) - 1
        if (left === 0) underWay.delete(endpointId)
        else underWay.set(endpointId, left)
        attempts.delete(attempt)
      })
    attempts.add(attempt)
  }

  /** One attempt after another to the same endpoint: the unit that books one claims the next. */
  const work = async (first: Task): Promise<void> => {
    for (let task: Task | null = first; task !== null; ) {
      const current: Task = task
      const outcome = await attemptDelivery(current, deps, abandon.signal)
      if ('aborted' in outcome) {
        await storage.unitOfWork(tx => release(tx, current.delivery.id))
        return
      }
      const done: { result: AttemptResult; next: Task | null } = await storage.unitOfWork(async tx => {
        const operation = { tx, now: clock.now(), newId }
        const result = await recordAttempt(operation, current.delivery.id, outcome, random())
        return { result, next: await claimNext(tx, current.endpoint.id) }
      })
      report(current, outcome, done.result)
      task = done.next
    }
  }

  const claimNext = async (tx: Transaction, endpointId: string): Promise<Task | null> => {
    if (stopped) return null
    const request = { now: clock.now(), realNow: realTime(), limit: 1, to: { only: endpointId } }
    const [delivery] = await tx.deliveries.due(request)
    return delivery ? claim(tx, delivery, () => true) : null
  }

  const release = async (tx: Transaction, id: string) => {
    const delivery = await tx.deliveries.get(id)
    if (delivery) await tx.deliveries.update({ ...delivery, claimedUntil: null })
  }

  /** Addresses may carry credentials in their query: the endpoint's id says enough. */
  const report = ({ delivery, endpoint, event }: Task, outcome: SendOutcome, result: AttemptResult) => {
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

  const look = () => {
    timer = setTimeout(async () => {
      await fill().catch(error => log.error({ err: error }, 'looking for webhook deliveries failed'))
      if (!stopped) look()
    }, POLL_MILLIS)
  }

  return {
    start: async alone => {
      if (alone) await storage.unitOfWork(tx => tx.deliveries.releaseClaims())
      look()
    },
    hasWork: async () => !stopped && (attempts.size > 0 || (await isAnyDue([]))),
    drain: async () => {
      let sent = false
      while (!stopped) {
        await fill()
        if (attempts.size === 0) return sent
        sent = true
        await Promise.race(attempts)
      }
      return sent
    },
    stop: async () => {
      stopped = true
      if (timer) clearTimeout(timer)
      const all = async () => {
        await filling?.catch(() => {})
        await Promise.all(attempts)
      }
      await Promise.race([all(), delay(STOP_MILLIS, undefined, { ref: false })])
      abandon.abort()
      await all()
    },
  }
}
