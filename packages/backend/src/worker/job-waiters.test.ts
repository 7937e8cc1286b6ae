import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMeter } from '../domain/a-meter.fixture.ts'
import type { ChainJob } from '../domain/entities.ts'
import { newJob } from '../domain/meter/jobs.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { createJobWaiters } from './job-waiters.ts'

const NOW = 1_800_000_000_000

let storage: Storage
let stopping: AbortController
beforeEach(async () => {
  stopping = new AbortController()
  const opened = await openTestStorage()
  storage = opened.storage
  return opened.remove
})
afterEach(() => stopping.abort())

const jobOf = (id: string): ChainJob => ({
  ...newJob(
    { now: NOW, newId: prefix => `${prefix}1` },
    aMeter({ rate: 1n, maxSeconds: 60, startedAt: NOW }),
    { kind: 'settle', toSecond: 60, periodEnd: NOW },
  ),
  id,
})

/** The result of each wait, in the order of their beginnings, or undefined while it waits. */
async function watched(jobs: string[], most?: { all: number; ofAJob: number }) {
  await storage.unitOfWork(async tx => {
    for (const id of jobs) await tx.jobs.insert(jobOf(id))
  })
  const clock = { now: () => NOW }
  const waiters = createJobWaiters({
    ...{ storage, clock, kick: () => {}, stopping: stopping.signal },
    ...(most && { most }),
  })
  const answers: (boolean | undefined)[] = []
  const wait = (jobId: string, merchant: string, timeoutMs = 60_000) => {
    const place = answers.push(undefined) - 1
    void waiters.waitFor(jobId, { timeoutMs, merchant }).then(settled => {
      answers[place] = settled
    })
  }
  const settle = (id: string, change: Partial<ChainJob> = { status: 'done' }) =>
    storage.unitOfWork(tx => tx.jobs.update({ ...jobOf(id), ...change }))
  return { answers, wait, settle }
}

// docs/money.md, rule 50
test('behaviour: when too many wait, the merchant with the most is answered first, and no other one', async () => {
  const small = ['small 1', 'small 2']
  const big = [1, 2, 3, 4, 5, 6, 7].map(place => `big ${place}`)
  const { answers, wait, settle } = await watched([...small, ...big], { all: 4, ofAJob: 10 })
  wait('small 1', 'small')
  for (const id of big.slice(0, 5)) wait(id, 'big')
  await expect.poll(() => answers).toEqual([undefined, false, false, undefined, undefined, undefined])
  wait('small 2', 'small')
  await expect.poll(() => answers[3]).toBe(false)
  await settle('small 1')
  await settle('small 2')
  await expect.poll(() => [answers[0], answers[6]]).toEqual([true, true])
  // Two places are free again.
  wait('big 6', 'big')
  wait('big 7', 'big')
  await expect.poll(() => answers.slice(4)).toEqual([undefined, undefined, true, undefined, undefined])
  stopping.abort()
  wait('late', 'small')
  await expect.poll(() => answers.slice(4)).toEqual([false, false, true, false, false, false])
})

// docs/money.md, rule 50
test('edge: one merchant has all places, and of one job ten wait', async () => {
  const { answers, wait, settle } = await watched(['one', 'other'])
  for (let count = 0; count < 12; count += 1) wait('one', 'only')
  wait('other', 'only')
  const waiting = Array(10).fill(undefined)
  await expect.poll(() => answers).toEqual([...waiting, false, false, undefined])
  await settle('one')
  await expect.poll(() => answers).toEqual([...Array(10).fill(true), false, false, undefined])
})

test('behaviour: a job that is over, unknown, or not to be tried yet answers, and the time of a request ends', async () => {
  const { answers, wait, settle } = await watched(['done', 'late', 'refused'])
  await settle('done')
  wait('done', '')
  wait('unknown', '')
  wait('refused', '')
  wait('late', '', 1)
  await expect.poll(() => answers).toEqual([true, true, undefined, false])
  await settle('refused', { attempts: 1, notBefore: NOW + 1 })
  await expect.poll(() => answers[2]).toBe(true)
})
