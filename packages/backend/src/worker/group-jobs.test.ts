import { expect, test } from 'vitest'
import type { ChainJob } from '../domain/entities.ts'
import { BatchSizes } from './batch-sizes.ts'
import { groupJobs } from './group-jobs.ts'

const jobsOf = (kind: ChainJob['kind'], meters: string[]) =>
  meters.map((meter, index) => ({ kind, id: `${meter}/${index}`, subscriptionId: meter }) as ChainJob)
const many = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)
const sizes = (groups: ChainJob[][]) => groups.map(group => group.length)

test('as many go together as fit one transaction', () => {
  expect(sizes(groupJobs(jobsOf('open', many(120))))).toEqual([50, 50, 20])
  expect(sizes(groupJobs(jobsOf('settle', many(230))))).toEqual([100, 100, 30])
  expect(sizes(groupJobs(jobsOf('close', many(60))))).toEqual([50, 10])
})

test('a batch has one job of a meter: what each moves must be known before the next', () => {
  expect(groupJobs(jobsOf('settle', ['a', 'b', 'a', 'c'])).map(group => group.map(job => job.id))).toEqual([
    ['a/0', 'b/1'],
    ['a/2', 'c/3'],
  ])
})

test('what was in a batch that reverted is looked for in halves, and free again when it went well', () => {
  const jobs = jobsOf('settle', many(8))
  const batches = new BatchSizes()
  const grouped = () => groupJobs(jobs, job => batches.mostBeside(job))
  batches.halve(jobs)
  expect(sizes(grouped())).toEqual([4, 4])
  const [first, second] = grouped() as [ChainJob[], ChainJob[]]
  batches.halve(first)
  batches.forget(second)
  expect(sizes(grouped())).toEqual([2, 2, 4])
  for (let halving = 0; halving < 3; halving += 1) for (const group of grouped()) batches.halve(group)
  expect(sizes(grouped()).slice(0, 4)).toEqual([1, 1, 1, 1])
})
