import { expect, test } from 'vitest'
import { COMPLETE, SESSION } from '../test/fixtures.ts'
import { announce } from './announce.ts'
import type { Announcement } from './machine/effect.ts'

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
