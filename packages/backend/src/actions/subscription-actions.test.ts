import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { aMeter } from '../domain/a-meter.fixture.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import type { Subscription } from '../domain/entities.ts'
import { elapsedSeconds } from '../domain/meter.ts'
import { cancelSubscription, pauseSubscription, resumeSubscription } from './subscription-actions.ts'

const START = 1_800_000_000_000

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

/** A meter that has run since the start, and what is done to it by whatever clock. */
async function running() {
  const { storage, merchantId, deps } = service
  const meter = {
    ...aMeter({ rate: 1n, maxSeconds: 3_600, startedAt: START }),
    id: deps.newId('sub_'),
    merchantId,
  }
  await storage.unitOfWork(tx => tx.subscriptions.insert(meter))
  return (action: typeof pauseSubscription, now: number) =>
    storage.unitOfWork(async tx => {
      const found = (await tx.subscriptions.get(meter.id)) as Subscription
      return (await action({ tx, now, newId: deps.newId, policy: localPolicy }, found, 'merchant'))
        .subscription
    })
}

test('behaviour: a clock that was set back makes no pause shorter than nothing (docs/money.md, rule 12)', async () => {
  const act = await running()
  await act(pauseSubscription, START + 60_000)
  const resumed = await act(resumeSubscription, START + 55_000)
  expect([resumed.pausedAt, resumed.pausedMillis]).toEqual([null, 0])
  const canceled = await act(cancelSubscription, START + 70_000)
  expect(elapsedSeconds(canceled, START + 100_000)).toBe(70)
})

test('behaviour: nothing happens to a meter before its start', async () => {
  const act = await running()
  const paused = await act(pauseSubscription, START - 5_000)
  expect(paused.pausedAt).toBe(START)
  const resumed = await act(resumeSubscription, START + 10_000)
  expect(resumed.pausedMillis).toBe(10_000)
  expect(elapsedSeconds(resumed, START + 30_000)).toBe(20)
})
