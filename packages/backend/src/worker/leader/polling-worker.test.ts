import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMeter } from '../../domain/a-meter.fixture.ts'
import { newJob } from '../../domain/meter/jobs.ts'
import { openSqliteStorage } from '../../storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { createPollingWorker } from '../job-waiters.ts'

const NOW = 1_800_000_000_000
const work = { kind: 'settle', toSecond: 60, periodEnd: NOW } as const
const job = newJob(
  { now: NOW, newId: prefix => `${prefix}1` },
  aMeter({ rate: 1n, maxSeconds: 60, startedAt: NOW }),
  work,
)

let folder: string
let storage: Storage
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polling-'))
  storage = await openSqliteStorage(join(folder, 'billing.sqlite'))
  await storage.unitOfWork(tx => tx.jobs.insert(job))
})
afterEach(async () => {
  await storage.close()
  await rm(folder, { recursive: true })
})

const workerOf = (stopping = new AbortController()) =>
  createPollingWorker({ storage, clock: { now: () => NOW }, own: () => null, stopping: stopping.signal })

// docs/money.md, rule 50
test('edge: ten requests wait for a job that another process does, and any further one is answered at once', async () => {
  const worker = workerOf()
  const answers = Array.from({ length: 12 }, () =>
    worker.waitFor(job.id, { timeoutMs: 10_000, merchant: '' }),
  )
  await storage.unitOfWork(tx => tx.jobs.update({ ...job, status: 'done' }))
  expect(await Promise.all(answers)).toEqual([...Array(10).fill(true), false, false])
})

test('edge: the time of a request is over, and an ending service answers the others', async () => {
  const stopping = new AbortController()
  const worker = workerOf(stopping)
  expect(await worker.waitFor(job.id, { timeoutMs: 1, merchant: '' })).toBe(false)
  const waiting = worker.waitFor(job.id, { timeoutMs: 10_000, merchant: '' })
  stopping.abort()
  expect(await waiting).toBe(false)
})
