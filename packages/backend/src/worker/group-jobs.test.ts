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

test('there is one job of a meter: its outcome must be known before the next', () => {
  expect(groupJobs(jobsOf('settle', ['a', 'b', 'a', 'c'])).map(group => group.map(job => job.id))).toEqual([
    ['a/0', 'b/1', 'c/3'],
  ])
})

test('a job that goes alone separates no others', () => {
  const jobs = jobsOf('settle', ['a', 'b', 'c', 'd'])
  const mostBeside = ({ subscriptionId }: ChainJob) => (subscriptionId === 'b' ? 1 : 100)
  expect(groupJobs(jobs, mostBeside).map(group => group.map(job => job.id))).toEqual([
    ['a/0', 'c/2', 'd/3'],
    ['b/1'],
  ])
})

test('no job is in a larger batch than it may be in, whichever job was the first', () => {
  const jobs = jobsOf('settle', ['a', 'b', 'c', 'd'])
  const mostBeside = ({ subscriptionId }: ChainJob) => (subscriptionId === 'b' ? 2 : 100)
  expect(groupJobs(jobs, mostBeside).map(group => group.map(job => job.id))).toEqual([
    ['a/0', 'b/1'],
    ['c/2', 'd/3'],
  ])
})

test('jobs of a reverted batch are tried in quarters, and in any batch after a success', () => {
  const jobs = jobsOf('settle', many(16))
  const batches = new BatchSizes()
  const grouped = () => groupJobs(jobs, job => batches.mostBeside(job))
  batches.quarter(jobs)
  expect(sizes(grouped())).toEqual([4, 4, 4, 4])
  const [first, second] = grouped() as [ChainJob[], ChainJob[]]
  batches.quarter(first)
  expect(sizes(grouped())).toEqual([1, 1, 1, 1, 4, 4, 4])
  batches.forget([...first, ...second])
  expect(sizes(grouped())).toEqual([8, 4, 4])
})

test('a job that a batch has left behind alone goes alone, beside any others', () => {
  const [skipped, ...others] = jobsOf('open', many(3)) as [ChainJob, ...ChainJob[]]
  const batches = new BatchSizes()
  batches.quarter([skipped])
  expect(sizes(groupJobs([skipped, ...others], job => batches.mostBeside(job)))).toEqual([1, 2])
})
