import { expect, test } from 'vitest'
import { createJobWaiters } from './job-waiters.ts'

/** The result of each wait, in the order of their beginnings, or undefined while it waits. */
function watched(most: { all: number; ofAJob: number }) {
  const waiters = createJobWaiters(most)
  const answers: (boolean | undefined)[] = []
  const wait = (jobId: string, merchant: string, timeoutMs = 60_000) => {
    const place = answers.push(undefined) - 1
    void waiters.waitFor(jobId, { timeoutMs, merchant }).then(settled => {
      answers[place] = settled
    })
  }
  return { waiters, answers, wait }
}

// docs/money.md, rule 50
test('behaviour: when too many wait, the merchant with the most is answered first, and no other one', async () => {
  const { waiters, answers, wait } = watched({ all: 4, ofAJob: 10 })
  wait('small 1', 'small')
  for (const place of [1, 2, 3, 4, 5]) wait(`big ${place}`, 'big')
  await expect.poll(() => answers).toEqual([undefined, false, false, undefined, undefined, undefined])
  wait('small 2', 'small')
  await expect.poll(() => answers[3]).toBe(false)
  waiters.settle('small 1')
  waiters.settle('small 2')
  await expect.poll(() => [answers[0], answers[6]]).toEqual([true, true])
  // Two places are free again.
  wait('big 6', 'big')
  wait('big 7', 'big')
  await expect.poll(() => answers.slice(4)).toEqual([undefined, undefined, true, undefined, undefined])
  waiters.abandon()
  wait('late', 'small')
  await expect.poll(() => answers.slice(4)).toEqual([false, false, true, false, false, false])
})

test('edge: one merchant has all places, and of one job ten wait', async () => {
  const { waiters, answers, wait } = watched({ all: 3, ofAJob: 2 })
  for (const job of ['one', 'one', 'one', 'other']) wait(job, 'only')
  await expect.poll(() => answers).toEqual([undefined, undefined, false, undefined])
  waiters.settle('one')
  await expect.poll(() => answers).toEqual([true, true, false, undefined])
  waiters.abandon()
})
