import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMPLETE } from '../test/fixtures.ts'
import { complete, strange } from '../test/machine-states.ts'
import { Announcer } from './announcer.ts'
import type { AuthoriseHost } from './authorise-host.ts'
import type { Ports } from './ports.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A checkout that has just become complete, before its redirect. */
function leaving() {
  const visited: string[] = []
  let drawn = 0
  const host = {
    dispatchEvent: () => true,
    redirect: 'auto',
    requestUpdate: () => void drawn++,
  } as unknown as AuthoriseHost
  const announcer = new Announcer(host, { navigate: (url: string) => void visited.push(url) } as Ports)
  const target = { sessionId: COMPLETE.id, baseUrl: '' }
  announcer.tell({ type: 'announce_complete', foundOnLoad: false }, complete(strange()), target)
  return { announcer, visited, drawn: () => drawn }
}

test('default: a person sees the success before the redirect', () => {
  const { announcer, visited } = leaving()
  expect([announcer.isLeaving, visited]).toEqual([true, []])
  vi.runAllTimers()
  expect(visited).toEqual(['https://shop.example/done?session=cs_1'])
})

test('behaviour: a change of the session cancels the redirect', () => {
  const { announcer, visited } = leaving()
  announcer.reset()
  vi.runAllTimers()
  expect([announcer.isLeaving, visited]).toEqual([false, []])
})

test('behaviour: a page restored by the Back button does not redirect again', () => {
  const { announcer, visited } = leaving()
  announcer.stay()
  vi.runAllTimers()
  expect([announcer.isLeaving, visited]).toEqual([false, []])
})

test('behaviour: a page that is still there some seconds later shows its meter again', () => {
  const { announcer, visited, drawn } = leaving()
  vi.advanceTimersByTime(1_000)
  expect([announcer.isLeaving, visited.length, drawn()]).toEqual([true, 1, 0])
  vi.runAllTimers()
  expect([announcer.isLeaving, visited.length, drawn()]).toEqual([false, 1, 1])
})
