import { beforeEach, expect, test } from 'vitest'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import { aJob, aProduct, aSession, aSubscription, newId } from '../storage/entities.fixture.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { createClockControl, readClock } from './clock.ts'

const START = 1_800_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  storage = opened.storage
  return opened.remove
})

// docs/money.md, rule 15
test('behaviour: the clock stops at each instant at which something is due, in the order of time, and reads the log first', async () => {
  const product = aProduct()
  const first = aSubscription(product, { dueAt: START + HOUR })
  await storage.unitOfWork(async tx => {
    await tx.products.insert(product)
    await tx.subscriptions.insert(aSubscription(product, { dueAt: START + 3 * HOUR }))
    await tx.subscriptions.insert(first)
    await tx.sessions.insert(aSession(product, { expiresAt: START + 2 * HOUR }))
    await tx.jobs.insert(aJob(first, { notBefore: START + 2.5 * HOUR }))
    await tx.deliveries.insert({
      ...{ id: newId('dlv_'), endpointId: newId('we_'), eventId: newId('evt_'), status: 'pending' },
      ...{ attempts: 1, lastStatus: 500, lastFailure: null, dueAt: START + 1.5 * HOUR, created: START },
    })
    await tx.subscriptions.insert(aSubscription(product, { dueAt: START + 9 * HOUR }))
  })
  const clock = createServiceClock(() => START)
  clock.freeze()
  const happened: [what: string, now: number, since?: number][] = []
  const saved: (number | null | undefined)[] = []
  const control = createClockControl({
    ...{ storage, clock, policy: localPolicy, stopping: new AbortController().signal },
    readChain: async () => void happened.push(['log', clock.now()]),
    catchUp: async since => {
      happened.push(['due', clock.now(), since])
      saved.push((await readClock(storage))?.frozenAt)
    },
    arrived: async () => void happened.push(['arrived', clock.now()]),
  })
  await control.advanceTo(START + 4 * HOUR)

  // A sixtieth of the settlement interval later, so that one batch has all that is due by then. Chain work is never late.
  const stops = [
    HOUR + MINUTE,
    1.5 * HOUR + MINUTE,
    2 * HOUR + MINUTE,
    2.5 * HOUR,
    3 * HOUR + MINUTE,
    4 * HOUR,
  ]
  const instants = [0, ...stops].map(after => START + after)
  expect(happened).toEqual([
    ...instants.flatMap((now, place) => [
      ['log', now],
      ['due', now, instants[Math.max(0, place - 1)]],
    ]),
    ['arrived', START + 4 * HOUR],
  ])
  expect(saved).toEqual([undefined, ...instants.slice(1)])
})
