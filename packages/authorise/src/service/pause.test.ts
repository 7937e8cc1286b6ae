import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { pause } from './pause.ts'

test('a loop of waits leaves nothing behind at its signal', async () => {
  const { signal } = new AbortController()
  for (let wait = 0; wait < 3; wait++) await pause(0, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('error: a signal that fires before or during the wait ends it with its reason', async () => {
  const stopping = new AbortController()
  const waiting = pause(60_000, stopping.signal)
  stopping.abort('left')
  await expect(waiting).rejects.toBe('left')
  await expect(pause(60_000, stopping.signal)).rejects.toBe('left')
})
