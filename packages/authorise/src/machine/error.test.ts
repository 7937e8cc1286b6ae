import { describe } from 'vitest'
import { asked, choosing, error, filled, reviewing, signing, typed } from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'

const shortfall = { balance: '0', needed: '0.9972', missing: '0.9972', longestSeconds: 0 }
const retry: Event = { type: 'retry_pressed' }
const authorise = { type: 'authorise', maxDurationSeconds: 3_600 } as const
const abort = { type: 'abort_flow' } as const
const TWO_HOURS = { amount: '2', unit: 'hours', seconds: 7_200, least: 60 } as const

describe('a step failed', () => {
  const declined = error(asked(), 'user_rejected', 'authorise')
  const poor = {
    phase: 'error',
    checkout: filled(),
    problem: { code: 'insufficient_funds', shortfall },
    retry: 'authorise',
    wallet: null,
  } as const
  table([
    ['the same is asked for again', declined, retry, signing(asked()), [authorise]],
    [
      'and Cancel says what is open',
      declined,
      { type: 'cancel_pressed' },
      { phase: 'canceled', checkout: asked() },
      [abort, { type: 'announce_cancel', stays: false }],
    ],
    [
      'another length begins again',
      poor,
      typed('2'),
      reviewing(filled({ duration: TWO_HOURS })),
      [
        { type: 'announce_change', durationSeconds: 7_200 },
        { type: 'prepare', maxDurationSeconds: 7_200 },
      ],
    ],
    [
      'enough came in',
      poor,
      { type: 'balance_read', balance: 997_200n },
      reviewing(filled({ balance: 997_200n })),
    ],
    [
      'some came in',
      poor,
      { type: 'balance_read', balance: 500_000n },
      {
        ...poor,
        checkout: filled({ balance: 500_000n }),
        problem: {
          code: 'insufficient_funds',
          shortfall: { balance: '0.5', needed: '0.9972', missing: '0.4972', longestSeconds: 1_805 },
        },
      },
    ],
    [
      'the service’s own word is not refuted by the wallet’s',
      error(filled(), 'insufficient_funds', 'authorise'),
      { type: 'balance_read', balance: 997_200n },
      error(filled({ balance: 997_200n }), 'insufficient_funds', 'authorise'),
    ],
    [
      'no wallet is connected any more',
      error(asked({ connection: null }), 'signature_invalid', 'authorise'),
      retry,
      choosing(asked({ connection: null }), 'looking'),
      [{ type: 'discover', isChange: false }],
    ],
  ])
  ignores(declined, [
    typed('2'),
    { type: 'email_edited', email: 'other@example.com' },
    { type: 'back_online' },
  ])
})
