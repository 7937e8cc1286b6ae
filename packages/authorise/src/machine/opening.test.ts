import { describe } from 'vitest'
import { COMPLETE, CONNECTION, OTHER_ADDRESS, SIGNED } from '../../test/fixtures.ts'
import {
  asked,
  choosing,
  complete,
  error,
  expired,
  failed,
  filled,
  opening,
  READING,
  saying,
  signed,
  typed,
} from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'

const press: Event = { type: 'authorise_pressed' }
const retry: Event = { type: 'retry_pressed' }
const slow: Event = { type: 'wait_prolonged' }
const abort = { type: 'abort_flow' } as const
const reconnect = { type: 'reconnect', walletId: CONNECTION.walletId } as const
/** The wallet may have another account by now. */
const resuming = choosing(filled({ connection: null }), 'looking')

describe('a signature exists', () => {
  const authorised = {
    type: 'authorised' as const,
    session: COMPLETE,
    customer: 'cus_1',
    reading: READING,
  }
  const unanswered = error(signed(), 'service_unreachable', 'open')
  const cancelling = [abort, { type: 'announce_cancel', stays: true }] as const
  table([
    [
      'its transaction',
      opening(signed()),
      { type: 'locked', lock: { ...SIGNED, txHash: '0xbb' } },
      opening(signed({ lock: { ...SIGNED, txHash: '0xbb' } })),
    ],
    [
      'it is open: signed in and complete, in one',
      opening(signed()),
      authorised,
      complete(signed({ session: COMPLETE, customer: 'cus_1' }), {
        reading: authorised.reading,
      }),
      [
        abort,
        { type: 'announce_signed_in', customer: 'cus_1' },
        { type: 'announce_complete', foundOnLoad: false },
      ],
    ],
    [
      'the payer’s own stop does not work, and the opening goes on',
      opening(signed({ chainStop: 'asked' })),
      { type: 'own_failed', problem: { code: 'user_rejected' } },
      opening(signed({ ownProblem: { code: 'user_rejected' } })),
      [saying('user_rejected')],
    ],
    [
      'no response',
      opening(signed()),
      failed('service_unreachable'),
      unanswered,
      [saying('service_unreachable')],
    ],
    ['the same signature again', unanswered, retry, opening(signed()), [{ type: 'open' }]],
    [
      'by itself, once there is a network',
      unanswered,
      { type: 'back_online' },
      opening(signed()),
      [{ type: 'open' }],
    ],
    [
      'a refusal keeps the signature',
      opening(signed()),
      failed('insufficient_funds'),
      error(signed(), 'insufficient_funds', 'open'),
      [saying('insufficient_funds')],
    ],
    [
      'a signature that the service disputes too',
      opening(signed()),
      failed('signature_disputed'),
      error(signed(), 'signature_disputed', 'open'),
      [saying('signature_disputed')],
    ],
    [
      'a late signature is renewed by Authorise',
      opening(signed()),
      failed('signature_late'),
      error(signed(), 'signature_late', 'authorise'),
      [saying('signature_late')],
    ],
    [
      'a wrong signature is requested again',
      opening(asked()),
      failed('signature_invalid'),
      error(asked(), 'signature_invalid', 'authorise'),
      [saying('signature_invalid')],
    ],
    [
      'another’s, unanswered',
      opening(filled()),
      failed('service_unreachable'),
      error(filled(), 'service_unreachable', 'open'),
      [saying('service_unreachable')],
    ],
    [
      'another’s, waited for again',
      error(filled(), 'service_unreachable', 'open'),
      retry,
      opening(filled()),
      [{ type: 'await_opening' }],
    ],
    ['another’s came to nothing', opening(filled()), { type: 'opening_released' }, resuming, [reconnect]],
    [
      'it can open nothing any more',
      opening(signed()),
      { type: 'lock_fell', digest: SIGNED.digest },
      resuming,
      [reconnect],
    ],
    [
      'the lock is dropped, and no wallet is connected',
      opening(signed({ connection: null })),
      { type: 'lock_fell', digest: SIGNED.digest },
      choosing(filled({ connection: null })),
    ],
    [
      'no cancel after a lost response',
      unanswered,
      { type: 'lock_fell', digest: SIGNED.digest },
      resuming,
      [reconnect],
    ],
    [
      'the session is over',
      opening(signed()),
      failed('checkout_session_expired'),
      expired(signed()),
      [abort, saying('checkout_session_expired')],
    ],
    ['for long', opening(signed()), slow, opening(signed(), true)],
    ['and tried again then', opening(signed(), true), retry, opening(signed()), [{ type: 'open' }]],
    [
      'and left, with what is open said',
      opening(signed(), true),
      { type: 'cancel_pressed' },
      { phase: 'canceled', checkout: signed() },
      [...cancelling],
    ],
    [
      'and left after a lost answer',
      unanswered,
      { type: 'cancel_pressed' },
      { phase: 'canceled', checkout: signed() },
      [...cancelling],
    ],
    [
      'another tab completes',
      opening(signed()),
      { type: 'session_read', session: COMPLETE },
      complete(signed({ session: COMPLETE })),
      [abort, { type: 'announce_complete', foundOnLoad: false }, { type: 'resume_meter' }],
    ],
  ])
  const gone: Event = { type: 'wallet_changed', connection: null }
  const moved: Event = { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } }
  ignores(opening(signed()), [retry, gone, moved, typed('2'), press, { type: 'cancel_pressed' }])
  ignores(unanswered, [gone, moved, typed('2'), { type: 'change_wallet_pressed' }])
  // Another browser's opening may be under way, so the page cannot know that nothing was authorised.
  ignores(opening(filled(), true), [{ type: 'cancel_pressed' }])
  ignores(error(filled(), 'service_unreachable', 'open'), [{ type: 'cancel_pressed' }, typed('2')])
})
