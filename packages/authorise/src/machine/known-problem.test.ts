import { ERROR_CODES } from '@per-second/protocol/errors'
import { describe, expect, test } from 'vitest'
import { SIGNED } from '../../test/fixtures.ts'
import {
  asked,
  choosing,
  error,
  expired,
  failed,
  opening,
  saying,
  signed,
} from '../../test/machine-states.ts'
import { table } from '../../test/table.ts'
import type { Event } from './event.ts'
import { isUnanswered } from './is-unanswered.ts'
import { transition } from './transition.ts'

const KNOWN = { ...SIGNED, isKnown: true } as const
const known = signed({ lock: KNOWN })

describe.each(Object.keys(ERROR_CODES))('the service answers a signature with %s', code => {
  test('and the escrow knows the meter, before or after', () => {
    const before = transition(opening(known), failed(code))
    const after = transition(transition(opening(signed()), failed(code))[0], { type: 'locked', lock: KNOWN })
    const told = [error(known, 'meter_known', 'open'), [saying('meter_known')]]
    if (isUnanswered({ code })) {
      expect([before[0], after[0]]).toEqual([error(known, code, 'open'), error(known, code, 'open')])
    } else if (code === 'checkout_session_expired') {
      expect([before, after]).toEqual([told, [expired(known), []]])
    } else {
      expect([before, after]).toEqual([told, told])
    }
  })
})

describe('the wallet signs after the subscriber has moved on', () => {
  const late: Event = { type: 'signed', lock: SIGNED }
  table([
    ['to another wallet', choosing(asked()), late, choosing(signed())],
    ['to Cancel', { phase: 'canceled', checkout: asked() }, late, { phase: 'canceled', checkout: signed() }],
    [
      'past an error',
      error(asked(), 'user_rejected', 'authorise'),
      late,
      error(signed(), 'user_rejected', 'authorise'),
    ],
  ])
})

describe('the escrow is read', () => {
  const late = error(signed(), 'draft_invalid', 'open')
  table([
    [
      'no wallet could be read through',
      late,
      { type: 'escrow_looked', isRead: false },
      error(signed({ isUnread: true }), 'draft_invalid', 'open'),
    ],
    ['as before', late, { type: 'escrow_looked', isRead: true }, late],
    [
      'then on demand',
      error(signed({ isUnread: true }), 'draft_invalid', 'open'),
      { type: 'look_pressed' },
      error(signed({ isUnread: true }), 'draft_invalid', 'open'),
      [{ type: 'look_at_escrow', lock: SIGNED }],
    ],
    [
      'which the wallet declined',
      error(signed({ isUnread: true }), 'draft_invalid', 'open'),
      { type: 'own_failed', problem: { code: 'user_rejected' } },
      error(signed({ isUnread: true, ownProblem: { code: 'user_rejected' } }), 'draft_invalid', 'open'),
      [saying('user_rejected')],
    ],
    [
      'and which a later reading ends',
      error(signed({ isUnread: true, ownProblem: { code: 'user_rejected' } }), 'draft_invalid', 'open'),
      { type: 'escrow_looked', isRead: true },
      late,
    ],
    ['a successful reading is not repeated', late, { type: 'look_pressed' }, late],
    [
      'figures that were not signed stay refused',
      error(signed(), 'refused_meter', 'open'),
      { type: 'locked', lock: KNOWN },
      error(known, 'refused_meter', 'open'),
    ],
    [
      'a wallet that declined is no word of the service',
      error(asked(), 'user_rejected', 'authorise'),
      { type: 'locked', lock: { ...KNOWN, signature: null, signedAt: null } },
      error(asked({ lock: { ...KNOWN, signature: null, signedAt: null } }), 'user_rejected', 'authorise'),
    ],
  ])
})
