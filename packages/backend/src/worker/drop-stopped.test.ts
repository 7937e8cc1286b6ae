import { expect, test } from 'vitest'
import { aMeter } from '../domain/a-meter.fixture.ts'
import { newJob } from '../domain/meter/jobs.ts'
import { dropStopped } from './drop-stopped.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'

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
