import { expect, test } from 'vitest'
import { paced } from './ticker.ts'

/** Work that ends when the test ends it. */
function told() {
  const ends: { resolve(): void; reject(error: unknown): void }[] = []
  return {
    ends,
    work: () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      ends.push({ resolve, reject })
      return promise
    },
  }
}

test('behaviour: work that does not end delays no caller, and is not begun twice', async () => {
  const { ends, work } = told()
  const take = paced({ millis: 0, patience: 1 }, work)
  await take()
  await take()
  expect(ends).toHaveLength(1)
  ends[0]?.resolve()
  await Promise.resolve()
  await take()
  expect(ends).toHaveLength(2)
})

test('behaviour: work that ends in time is waited for', async () => {
  const seen: string[] = []
  const take = paced({ millis: 0, patience: 60_000 }, async () => {
    await new Promise(resolve => setImmediate(resolve))
    seen.push('done')
  })
  await take()
  expect(seen).toEqual(['done'])
})

test('error: a failure is told by every call until the work succeeds, also between two beginnings', async () => {
  let failing = true
  const fails = paced({ millis: 3_600_000, patience: 60_000 }, async () => {
    throw new Error('down')
  })
  await expect(fails()).rejects.toThrow('down')
  await expect(fails()).rejects.toThrow('down')

  const recovers = paced({ millis: 0, patience: 60_000 }, async () => {
    if (failing) throw new Error('down')
  })
  await expect(recovers()).rejects.toThrow('down')
  failing = false
  await expect(recovers()).rejects.toThrow('down')
  await recovers()
})
