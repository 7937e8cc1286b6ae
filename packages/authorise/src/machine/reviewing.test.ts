import { describe } from 'vitest'
import { ASKED, CONNECTION, EXPIRED, OTHER_ADDRESS, TERMS } from '../../test/fixtures.ts'
import {
  asked,
  choosing,
  error,
  expired,
  filled,
  opening,
  reviewing,
  saying,
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
const known = { ...ASKED, isKnown: true }
const abort = { type: 'abort_flow' } as const
const authorise = { type: 'authorise', maxDurationSeconds: 3_600 } as const
const prepare = { type: 'prepare', maxDurationSeconds: 3_600 } as const

describe('ready to authorise', () => {
  table([
    [
      'terms of the length on screen are shown, and their payee from now on',
      reviewing(filled()),
      prepared,
      reviewing(filled({ prepared: TERMS, payee: OTHER_ADDRESS })),
    ],
    [
      'another length is prepared again',
      reviewing(filled({ prepared: TERMS, payee: OTHER_ADDRESS })),
      typed('2'),
      reviewing(filled({ duration: TWO_HOURS, payee: OTHER_ADDRESS })),
      [
        { type: 'announce_change', durationSeconds: 7_200 },
        { type: 'prepare', maxDurationSeconds: 7_200 },
      ],
    ],
    [
      'the balance of the wallet',
      reviewing(filled()),
      { type: 'balance_read', balance: 5n },
      reviewing(filled({ balance: 5n })),
    ],
    ['another signature is open', reviewing(filled()), open_elsewhere, reviewing(filled(elsewhere))],
    [
      'Authorise',
      reviewing(filled(elsewhere)),
      press,
      signing(filled({ ...elsewhere, notice: null })),
      [authorise],
    ],
    [
      'without an address',
      reviewing(filled({ email: 'ada' })),
      press,
      reviewing(filled({ email: 'ada', emailRefused: true })),
    ],
    [
      'for a length that cannot be chosen',
      reviewing(filled({ duration: { amount: '0', unit: 'hours', seconds: 0, least: 60 } })),
      press,
      reviewing(filled({ duration: { amount: '0', unit: 'hours', seconds: 0, least: 60 } })),
    ],
    ['an open lock is requested again', reviewing(asked()), press, signing(asked()), [authorise]],
    [
      'another tab’s opening is waited for',
      reviewing(filled()),
      { type: 'opening_elsewhere' },
      opening(filled()),
      [{ type: 'await_opening' }],
    ],
    [
      'another wallet',
      reviewing(filled({ prepared: TERMS })),
      { type: 'change_wallet_pressed' },
      choosing(filled({ connection: null }), 'looking'),
      [{ type: 'discover', isChange: true }],
    ],
    [
      'the wallet goes',
      reviewing(filled({ balance: 5n })),
      { type: 'wallet_changed', connection: null },
      choosing(filled({ connection: null, notice: 'disconnected' })),
      [abort],
    ],
    [
      'another account',
      reviewing(filled({ balance: 5n })),
      { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
      reviewing(filled({ connection: { ...CONNECTION, address: OTHER_ADDRESS }, notice: 'account_changed' })),
      [abort, prepare],
    ],
    [
      'another account than the one that was asked',
      reviewing(asked()),
      { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
      error(
        asked({ connection: { ...CONNECTION, address: OTHER_ADDRESS } }),
        'other_account_asked',
        'connect',
      ),
      [abort, saying('other_account_asked')],
    ],
    [
      'another network only',
      reviewing(filled({ balance: 5n })),
      { type: 'wallet_changed', connection: { ...CONNECTION, chainId: 1 } },
      reviewing(filled({ connection: { ...CONNECTION, chainId: 1 } })),
    ],
    [
      'the time is up',
      reviewing(filled()),
      { type: 'session_read', session: EXPIRED },
      expired(filled({ session: EXPIRED })),
      [abort],
    ],
    [
      'the escrow is seen to hold the deposit',
      reviewing(asked()),
      { type: 'locked', lock: known },
      reviewing(asked({ lock: known })),
    ],
    [
      'and is asked to give it back',
      reviewing(asked({ lock: known })),
      { type: 'stop_on_chain_pressed' },
      reviewing(asked({ lock: known, chainStop: 'asked' })),
      [{ type: 'stop_on_chain', lock: known }],
    ],
    [
      'a failed stop can be tried again',
      reviewing(asked({ lock: known, chainStop: 'asked' })),
      { type: 'own_failed', problem: { code: 'user_rejected' } },
      reviewing(asked({ lock: known, ownProblem: { code: 'user_rejected' } })),
      [saying('user_rejected')],
    ],
    [
      'and is asked again then',
      reviewing(asked({ lock: known, ownProblem: { code: 'user_rejected' } })),
      { type: 'stop_on_chain_pressed' },
      reviewing(asked({ lock: known, chainStop: 'asked' })),
      [{ type: 'stop_on_chain', lock: known }],
    ],
    [
      'which is sent',
      reviewing(asked({ lock: known, chainStop: 'asked' })),
      { type: 'stop_sent' },
      reviewing(asked({ lock: known, chainStop: 'sent' })),
    ],
    [
      'which it does',
      reviewing(asked({ lock: known, chainStop: 'sent' })),
      { type: 'stopped_on_chain' },
      reviewing(asked({ lock: known, chainStop: 'done' })),
    ],
    [
      'a lock that can no longer open the meter',
      reviewing(asked()),
      { type: 'lock_fell', digest: ASKED.digest },
      reviewing(filled()),
    ],
    [
      'it takes its stop along',
      reviewing(asked({ lock: known, chainStop: 'asked', ownProblem: { code: 'chain_unavailable' } })),
      { type: 'lock_fell', digest: ASKED.digest },
      reviewing(filled()),
    ],
  ])
  ignores(reviewing(asked({ lock: known })), [
    { type: 'stop_sent' },
    { type: 'stopped_on_chain' },
    { type: 'own_failed', problem: { code: 'user_rejected' } },
  ])
  ignores(reviewing(filled({ duration: TWO_HOURS })), [prepared])
  for (const chainStop of ['asked', 'sent', 'done'] as const)
    ignores(reviewing(asked({ lock: known, chainStop })), [{ type: 'stop_on_chain_pressed' }])
  ignores(reviewing(asked()), [
    typed('2'),
    { type: 'email_edited', email: 'other@example.com' },
    { type: 'stop_on_chain_pressed' },
  ])
  ignores(reviewing(filled()), [slow, askAgain])
})
