import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMPLETE, SESSION } from '../test/fixtures.ts'
import { complete, strange } from '../test/machine-states.ts'
import { Announcer, announce } from './announcer.ts'
import type { AuthoriseHost } from './authorise-host.ts'
import type { Announcement } from './machine/effect.ts'
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

const told = (announcement: Announcement, session = SESSION) =>
  announce(announcement, session, ({ code }) => `Sentence of ${code}.`)

test.each<[Announcement, object, string | null]>([
  [
    { type: 'announce_ready' },
    { type: 'billing-authorise-ready', session: SESSION, cancelable: false },
    null,
  ],
  [
    { type: 'announce_change', durationSeconds: 7_200 },
    { type: 'billing-authorise-change', durationSeconds: 7_200, maxEscrowUsd: '1.9944', cancelable: false },
    null,
  ],
  [
    { type: 'announce_signed_in', customer: 'cus_1' },
    { type: 'billing-authorise-signed-in', customer: 'cus_1', cancelable: false },
    null,
  ],
  [
    { type: 'announce_cancel', stays: false },
    { type: 'billing-authorise-cancel', session: SESSION, cancelable: true },
    'https://shop.example/cart',
  ],
  [
    { type: 'announce_cancel', stays: true },
    { type: 'billing-authorise-cancel', session: SESSION, cancelable: true },
    null,
  ],
  [
    { type: 'announce_error', problem: { code: 'refused_terms', field: 'terms.payer', cause: 'because' } },
    {
      type: 'billing-authorise-error',
      code: 'refused_terms',
      message: 'Sentence of refused_terms.',
      field: 'terms.payer',
      cause: 'because',
      retryable: false,
      cancelable: false,
    },
    null,
  ],
  [
    { type: 'announce_error', problem: { code: 'user_rejected' } },
    { code: 'user_rejected', field: null, cause: undefined, retryable: true },
    null,
  ],
])('announce: %o', (announcement, event, leaveTo) => {
  expect(told(announcement)).toEqual({ event: expect.any(Event), leaveTo })
  expect(told(announcement)?.event).toMatchObject({ ...event, bubbles: true, composed: true })
})

test('announce: complete leads to success_url, unless the session was complete on load', () => {
  const leaves = [false, true].map(foundOnLoad => told({ type: 'announce_complete', foundOnLoad }, COMPLETE))
  expect(leaves.map(each => each?.leaveTo)).toEqual(['https://shop.example/done?session=cs_1', null])
  expect(leaves.map(each => each?.event)).toMatchObject([
    { type: 'billing-authorise-complete', session: COMPLETE, foundOnLoad: false, cancelable: true },
    { type: 'billing-authorise-complete', session: COMPLETE, foundOnLoad: true, cancelable: true },
  ])
})

test.each([
  ['user_rejected', true],
  ['service_unreachable', true],
  ['module_unavailable', true],
  ['unexpected', true],
  ['attribute_invalid', false],
  ['response_invalid', false],
  ['refused_meter', false],
  ['checkout_session_expired', false],
  ['session_already_claimed', false],
])('announce: whether trying again may help after %s', (code, retryable) => {
  expect(told({ type: 'announce_error', problem: { code } })?.event).toMatchObject({ retryable })
})

test('announce: without a session only errors are reported', () => {
  const say = (announcement: Announcement) => announce(announcement, null, () => 'It went wrong.')
  expect(say({ type: 'announce_ready' })).toBeNull()
  expect(say({ type: 'announce_error', problem: { code: 'resource_missing' } })?.event).toMatchObject({
    code: 'resource_missing',
    message: 'It went wrong.',
    retryable: false,
  })
})
