import { expect, test } from 'vitest'
import { holdWebLock } from './hold-web-lock.ts'

const { locks } = navigator

test('default: one at a time, each with its own answer', async () => {
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const one = holdWebLock(locks, 'one at a time', async () => {
    order.push('first begins')
    await first.promise
    order.push('first ends')
    return 1
  })
  const other = holdWebLock(locks, 'one at a time', async () => {
    order.push('second begins')
    return 2
  })
  await expect.poll(() => order).toEqual(['first begins'])
  first.resolve()
  expect(await Promise.all([one, other])).toEqual([1, 2])
  expect(order).toEqual(['first begins', 'first ends', 'second begins'])
})

test('behaviour: other names do not wait', async () => {
  const held = Promise.withResolvers<void>()
  const one = holdWebLock(locks, 'a name', () => held.promise)
  expect(await holdWebLock(locks, 'another name', async () => 'done')).toBe('done')
  held.resolve()
  await one
})

test('behaviour: a browser without locks works without', async () => {
  const held = Promise.withResolvers<void>()
  const one = holdWebLock(undefined, 'none', () => held.promise)
  expect(await holdWebLock(undefined, 'none', async () => 'done')).toBe('done')
  held.resolve()
  await one
})

test('behaviour: a browser that refuses them to this page works without', async () => {
  const refused = Promise.reject(new DOMException('denied', 'SecurityError'))
  const refusing = { request: () => refused } as unknown as LockManager
  expect(await holdWebLock(refusing, 'refused', async () => 'done')).toBe('done')
})

test('behaviour: a busy browser may be late with a lock that no tab holds', async () => {
  const late: LockManager['request'] = async (...asked: unknown[]) => {
    await new Promise(resolve => AbortSignal.timeout(1_200).addEventListener('abort', resolve))
    return Reflect.apply(locks.request, locks, asked)
  }
  const busy = { request: late } as LockManager
  expect(await holdWebLock(busy, 'no tab has it', async () => 'done')).toBe('done')
})

test('error: while another tab is at it', async () => {
  const held = Promise.withResolvers<void>()
  const theirs = locks.request('another tab', () => held.promise)
  let begun = false
  const ours = holdWebLock(locks, 'another tab', async () => {
    begun = true
  })
  await expect(ours).rejects.toMatchObject({ code: 'asked_in_other_tab' })
  held.resolve()
  await theirs
  expect(begun).toBe(false)
})

test('error: what goes wrong in the work is told as it is, however long it took, and lets the next one in', async () => {
  const failure = new Error('declined')
  const late = holdWebLock(locks, 'fails', async () => {
    await new Promise(resolve => AbortSignal.timeout(1_100).addEventListener('abort', resolve))
    throw failure
  })
  await expect(late).rejects.toBe(failure)
  expect(await holdWebLock(locks, 'fails', async () => 'done')).toBe('done')
})
