import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventType } from '@per-second/protocol/types'
import { pino } from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { recordEvent } from '../src/actions/record-event.ts'
import { createWebhookEndpoint, updateWebhookEndpoint } from '../src/actions/webhook-endpoints.ts'
import type { Scope, WebhookEndpoint } from '../src/domain/entities.ts'
import { createIds } from '../src/domain/id.ts'
import { createServiceClock, type ServiceClock } from '../src/domain/service-clock.ts'
import { openSqliteStorage } from '../src/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../src/storage/storage.ts'
import { Deliverer } from '../src/webhooks/deliverer.ts'
import { createSecretBox } from '../src/webhooks/secret-box.ts'
import { createSendWebhook, type SendWebhook } from '../src/webhooks/send-webhook.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'
export const START = Date.parse('2026-09-06T00:00:00Z')
export const HOUR = 3600
export const scope: Scope = { merchantId: 'mer_1', mode: 'test' }
const secrets = createSecretBox(new Uint8Array(32).fill(9))
export const newId = createIds(Date.now)

let folder: string
export let storage: Storage
export let clock: ServiceClock
export let receiver: WebhookReceiver
export let lines: string[]
export let outcomes: string[]
export const started: Deliverer[] = []

/** A database, a clock that stands and a receiver of its own for each test of the file that calls it. */
export function useDeliverer(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'per-second-webhooks-'))
    storage = await openSqliteStorage(join(folder, 'test.db'))
    clock = createServiceClock(() => START, { offsetMillis: 0, frozenAt: START })
    receiver = await startReceiver()
    lines = []
    outcomes = []
  })
  afterEach(async () => {
    for (const deliverer of started.splice(0)) await deliverer.stop()
    await receiver.close()
    await storage.close()
    await rm(folder, { recursive: true })
  })
}

export function aDeliverer(
  options: { attemptMillis?: number; key?: number; storage?: Storage; send?: SendWebhook } = {},
): Deliverer {
  const { attemptMillis = 5_000, key = 9, send = createSendWebhook({ ports: null, attemptMillis }) } = options
  const deliverer = new Deliverer({
    storage: options.storage ?? storage,
    clock,
    realTime: Date.now,
    secrets: createSecretBox(new Uint8Array(32).fill(key)),
    send,
    random: () => 0.5,
    attempted: { add: ({ outcome = '' }) => void outcomes.push(outcome) },
    log: pino({ level: 'debug' }, { write: line => void lines.push(line) }),
  })
  started.push(deliverer)
  return deliverer
}

export const operate = <T>(
  work: (operation: { tx: never; now: number; newId: typeof newId }) => Promise<T>,
) => storage.unitOfWork(tx => work({ tx: tx as never, now: clock.now(), newId }))
const rules = { ports: null, secrets }
export const endpointAt = (url: string, events: EventType[] | null = null, of: Scope = scope) =>
  operate(operation => createWebhookEndpoint({ ...operation, rules }, of, { url, ...(events && { events }) }))
export const happen = (
  type: EventType = 'product.created',
  resource: unknown = { id: 'prod_1' },
  of: Scope = scope,
) => operate(operation => recordEvent(operation, of, { type, resource }))
export const stored = async (id: string) =>
  (await storage.read(tx => tx.webhookEndpoints.get(id))) as WebhookEndpoint
export const change = async (id: string, changes: Parameters<typeof updateWebhookEndpoint>[2]) => {
  const endpoint = await stored(id)
  return operate(operation => updateWebhookEndpoint({ ...operation, rules }, endpoint, changes))
}
export const eventIds = async () => {
  const page = await storage.read(tx => tx.events.list(scope, { limit: 100 }))
  return page?.data.map(event => event.id).toReversed() ?? []
}
export const receivedIds = () => receiver.received.map(({ headers }) => headers['webhook-id'])

/** When the first waiting delivery is due, or null without one. */
export async function nextDue(): Promise<number | null> {
  const [first] = await storage.read(tx => tx.deliveries.due({ now: Number.MAX_SAFE_INTEGER, limit: 1 }))
  return first?.dueAt ?? null
}

/** Moves the clock to the next instant something is due at, sends it, and says how many seconds that was. */
export async function nextTry(deliverer: Deliverer): Promise<number | null> {
  const before = clock.now()
  const next = await nextDue()
  if (next === null) return null
  clock.moveTo(next)
  await deliverer.drain()
  return (next - before) / 1000
}
