import { expect, test } from 'vitest'
import { aMeter } from '../domain/a-meter.fixture.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import { newJob } from '../domain/meter/jobs.ts'
import { aProduct, aSubscription, newId } from '../storage/entities.fixture.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { dropStopped } from './drop-stopped.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'
import { createStepJobs } from './step-jobs.ts'

const NOW = 1_800_000_000_000
const meter = aMeter({ rate: 1n, maxSeconds: 3_600, startedAt: NOW })
const work = { kind: 'settle', toSecond: 100, periodEnd: NOW } as const
const settlement: MeterJob = { meter, job: newJob({ now: NOW, newId: prefix => prefix }, meter, work) }

/** Through which all that is asked of the chain goes. */
function asked(stopsAfter: OperatorWorkerParameters['chain']['stopsAfter'], head = 7, isJournalled = false) {
  const chain = { isJournalled, stopsAfter, head: async () => ({ number: head }) }
  return { chain, indexer: { position: async () => 7 } } as unknown as OperatorWorkerParameters
}

test('behaviour: a settlement that counts already is not requested', async () => {
  const since: number[] = []
  const stopsAfter = async (block: number) => {
    since.push(block)
    return new Map()
  }
  expect(await dropStopped(asked(stopsAfter), [settlement])).toEqual([settlement])
  expect(since).toEqual([7])
})

test('behaviour: while the log is far behind the blocks that count, no settlement leaves', async () => {
  const never = () => Promise.reject(new Error('asked'))
  expect(await dropStopped(asked(never, 2_008), [settlement])).toEqual([])
  const none = async () => new Map()
  expect(await dropStopped(asked(none, 2_007), [settlement])).toEqual([settlement])
})

test('behaviour: where every block counts at once, nothing is asked', async () => {
  const never = () => Promise.reject(new Error('asked'))
  expect(await dropStopped(asked(never, 7, true), [settlement])).toEqual([settlement])
})

// docs/money.md, rule 21
test('behaviour: after an unconfirmed stop only what was used before it is requested', async () => {
  const { storage, remove } = await openTestStorage()
  const started = NOW / 1_000
  const product = aProduct()
  const settlementOf = (salt: number, changes: Partial<MeterJob['meter']> = {}): MeterJob => {
    const meterId = `0x${salt}` as const
    const running = aSubscription(product, { status: 'running', startedAt: NOW, meterId, ...changes })
    return { meter: running, job: newJob({ now: NOW, newId }, running, work) }
  }
  const unstopped = settlementOf(1)
  const before = settlementOf(2)
  const after = settlementOf(3)
  const paused = settlementOf(4, { pausedMillis: 1_000 })
  // Its stop may be in a block that was read, but its books could not be booked.
  const faulty = settlementOf(5, { logFaulty: true })
  const faultyAlone = settlementOf(6, { logFaulty: true })
  const all = [unstopped, before, after, paused, faulty, faultyAlone]
  await storage.unitOfWork(async tx => {
    await tx.products.insert(product)
    for (const each of all) {
      await tx.subscriptions.insert(each.meter)
      await tx.jobs.insert(each.job)
    }
  })
  const stops = new Map([
    [before.meter.meterId, started + 100],
    [after.meter.meterId, started + 99],
    [paused.meter.meterId, started + 100],
  ])
  const chain = {
    ...asked(async () => stops).chain,
    meterState: async (meterId: string) => {
      const stoppedAt = meterId === faulty.meter.meterId ? started + 99 : null
      return { status: 'open', openedAt: started, stoppedAt, billedSeconds: 0 }
    },
  }
  const deps = { storage, clock: { now: () => NOW }, newId, policy: localPolicy }
  const parameters = { ...asked(async () => new Map()), stepJobs: createStepJobs(deps), chain }
  const left = await dropStopped(parameters as unknown as OperatorWorkerParameters, all)
  expect(left).toEqual([unstopped, before, faultyAlone])
  const jobs = await storage.read(tx => tx.jobs.getMany(all.map(({ job }) => job.id)))
  const done = jobs.filter(({ status }) => status === 'done').map(({ id }) => id)
  expect(done.toSorted()).toEqual([after, paused, faulty].map(({ job }) => job.id).toSorted())
  await remove()
})
