import { describe } from 'vitest'
import { ASKED, OTHER_ADDRESS, SIGNED, TERMS } from '../../test/fixtures.ts'
import {
  asked,
  checkout,
  choosing,
  error,
  expired,
  failed,
  filled,
  opening,
  reviewing,
  saying,
  signed,
  signing,
  typed,
} from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'

const press: Event = { type: 'authorise_pressed' }
const slow: Event = { type: 'wait_prolonged' }
const askAgain: Event = { type: 'retry_pressed' }
const prepared: Event = { type: 'prepared', prepared: TERMS }
const open_elsewhere: Event = {
  type: 'open_elsewhere',
  signature: { digests: [], depositUsd: '1', openBy: 1_790_000_900 },
}
const elsewhere = {
  openElsewhere: { digests: [], depositUsd: '1', openBy: 1_790_000_900 },
  notice: 'signed_elsewhere',
} as const
const TWO_HOURS = { amount: '2', unit: 'hours', seconds: 7_200, least: 60 } as const
const abort = { type: 'abort_flow' } as const
const authorise = { type: 'authorise', maxDurationSeconds: 3_600 } as const

describe('the wallet is prompted to sign', () => {
  table([
    [
      'step by step',
      signing(filled(), 'preparing', true),
      { type: 'signing_waits', step: 'wallet' },
      signing(filled(), 'wallet'),
    ],
    [
      'with how much',
      signing(filled()),
      { type: 'balance_read', balance: 997_200n },
      signing(filled({ balance: 997_200n })),
    ],
    ['for terms', signing(filled()), prepared, signing(filled({ prepared: TERMS, payee: OTHER_ADDRESS }))],
    [
      'for terms, with the payee that was shown already',
      signing(filled({ payee: TERMS.payer })),
      prepared,
      signing(filled({ prepared: TERMS, payee: TERMS.payer })),
    ],
    [
      'written down before',
      signing(filled(), 'preparing'),
      { type: 'locked', lock: ASKED },
      signing(asked(), 'preparing'),
    ],
    [
      'for what another tab asked: length and address on screen are those',
      signing(filled({ duration: TWO_HOURS, email: 'other@example.com' })),
      { type: 'locked', lock: ASKED },
      signing(asked()),
      [{ type: 'announce_change', durationSeconds: 3_600 }],
    ],
    ['for long', signing(asked(), 'wallet'), slow, signing(asked(), 'wallet', true)],
    ['for the same again', signing(asked(), 'wallet', true), askAgain, signing(asked()), [authorise]],
    ['for the network again', signing(asked(), 'chain', true), askAgain, signing(asked()), [authorise]],
    [
      'and what was asked has fallen',
      signing(asked()),
      { type: 'lock_fell', digest: ASKED.digest },
      signing(filled()),
    ],
    [
      'only after another open signature was shown',
      signing(filled()),
      open_elsewhere,
      reviewing(filled(elsewhere)),
    ],
    [
      'and signs',
      signing(asked(), 'wallet'),
      { type: 'signed', lock: SIGNED },
      opening(signed()),
      [{ type: 'open' }],
    ],
    [
      'while another tab’s opening is under way',
      signing(filled()),
      { type: 'opening_elsewhere' },
      opening(filled()),
      [{ type: 'await_opening' }],
    ],
    [
      'and the wallet refuses',
      signing(asked(), 'wallet'),
      failed('user_rejected'),
      error(asked(), 'user_rejected', 'authorise'),
      [saying('user_rejected')],
    ],
    [
      'and the time is up',
      signing(asked(), 'wallet'),
      failed('checkout_session_expired'),
      expired(asked()),
      [abort, saying('checkout_session_expired')],
    ],
    [
      'and is left, once it takes long',
      signing(asked(), 'wallet', true),
      { type: 'change_wallet_pressed' },
      choosing(asked({ connection: null }), 'looking'),
      [{ type: 'discover', isChange: true }],
    ],
    [
      'and the checkout is left, once it takes long',
      signing(asked(), 'wallet', true),
      { type: 'cancel_pressed' },
      { phase: 'canceled', checkout: asked() },
      [abort, { type: 'announce_cancel', stays: false }],
    ],
    [
      'and goes',
      signing(asked(), 'wallet'),
      { type: 'wallet_changed', connection: null },
      choosing(asked({ connection: null, notice: 'disconnected' })),
      [abort],
    ],
    [
      'back from another page it can be left at once',
      signing(asked(), 'wallet'),
      { type: 'page_restored' },
      signing(asked(), 'wallet', true),
    ],
  ])
  ignores(signing(asked(), 'wallet'), [
    // Of another request than the one that is recorded.
    { type: 'signed', lock: { ...SIGNED, digest: `0x${'9'.repeat(64)}` } },
    askAgain,
    press,
    typed('2'),
    { type: 'email_edited', email: 'other@example.com' },
    { type: 'cancel_pressed' },
    { type: 'change_wallet_pressed' },
  ])
  ignores(signing(asked(), 'preparing', true), [askAgain])
})

describe('a lock stays in every phase', () => {
  table([
    [
      'and is seen by all',
      expired(checkout()),
      { type: 'locked', lock: ASKED },
      expired(checkout({ lock: ASKED, email: ASKED.email })),
    ],
    [
      'a fallen one that was none',
      reviewing(filled()),
      { type: 'lock_fell', digest: ASKED.digest },
      reviewing(filled()),
    ],
    [
      'terms of the length that stands asked',
      signing(asked({ duration: TWO_HOURS })),
      prepared,
      signing(asked({ duration: TWO_HOURS, prepared: TERMS, payee: TERMS.merchant })),
    ],
  ])
})
