import { describe } from 'vitest'
import { COMPLETE, CONNECTION, OTHER_ADDRESS, WALLET } from '../../test/fixtures.ts'
import {
  asked,
  checkout,
  choosing,
  complete,
  connecting,
  error,
  failed,
  filled,
  reviewing,
  saying,
  signingIn,
  strange,
  typed,
} from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'

const connected: Event = { type: 'wallet_connected', connection: CONNECTION }
const connectedCheckout = checkout({ connection: CONNECTION })
const prepare = { type: 'prepare', maxDurationSeconds: 3_600 } as const
const connect = { type: 'connect', wallet: WALLET } as const
const TWO_HOURS = { amount: '2', unit: 'hours', seconds: 7_200, least: 60 } as const

describe('connected', () => {
  const other = { ...CONNECTION, address: OTHER_ADDRESS } as const
  table([
    ['to authorise', connecting(checkout()), connected, reviewing(connectedCheckout), [prepare]],
    [
      'for a length that cannot be chosen: nothing is prepared',
      connecting(checkout({ duration: { amount: '', unit: 'hours', seconds: null, least: 60 } })),
      connected,
      reviewing(
        checkout({
          connection: CONNECTION,
          duration: { amount: '', unit: 'hours', seconds: null, least: 60 },
        }),
      ),
    ],
    [
      'with what was asked before: nothing else is prepared',
      connecting(asked({ connection: null })),
      connected,
      reviewing(asked()),
    ],
    [
      'with another account than the one that was asked',
      connecting(asked({ connection: null })),
      { type: 'wallet_connected', connection: other },
      error(asked({ connection: other }), 'other_account_asked', 'connect'),
      [saying('other_account_asked')],
    ],
    [
      'with the account that was asked, however it is written',
      connecting(asked({ connection: null })),
      {
        type: 'wallet_connected',
        connection: {
          ...CONNECTION,
          address: CONNECTION.address.toUpperCase().replace('0X', '0x') as `0x${string}`,
        },
      },
      reviewing(
        asked({
          connection: {
            ...CONNECTION,
            address: CONNECTION.address.toUpperCase().replace('0X', '0x') as `0x${string}`,
          },
        }),
      ),
    ],
    [
      'to come back to a meter: to sign in',
      connecting(strange()),
      connected,
      signingIn(strange({ connection: CONNECTION })),
    ],
    [
      'to a meter that is at hand meanwhile',
      connecting(strange({ customer: 'cus_1' })),
      connected,
      complete(strange({ customer: 'cus_1', connection: CONNECTION }), { foundOnLoad: true }),
      [{ type: 'abort_flow' }, { type: 'read_subscription' }],
    ],
  ])
})

describe('a request for an account', () => {
  const pairing = 'wc:1@2'
  const leaving = [{ type: 'discover', isChange: true }] as const
  table([
    [
      'by a code',
      connecting(checkout()),
      { type: 'pairing_offered', pairing },
      { phase: 'connecting', checkout: checkout(), wallet: WALLET, slow: false, pairing },
    ],
    ['for long', connecting(checkout()), { type: 'wait_prolonged' }, connecting(checkout(), true)],
    ['again', connecting(checkout(), true), { type: 'retry_pressed' }, connecting(checkout()), [connect]],
    [
      'and left for another',
      connecting(filled({ connection: null })),
      { type: 'change_wallet_pressed' },
      choosing(filled({ connection: null }), 'looking'),
      [...leaving],
    ],
    [
      'and the wallet refuses',
      connecting(checkout()),
      failed('user_rejected'),
      error(checkout(), 'user_rejected', 'connect', WALLET),
      [saying('user_rejected')],
    ],
    [
      'the same one again',
      error(checkout(), 'user_rejected', 'connect', WALLET),
      { type: 'retry_pressed' },
      connecting(checkout()),
      [connect],
    ],
    [
      'another length meanwhile',
      connecting(checkout()),
      typed('2'),
      connecting(checkout({ duration: TWO_HOURS })),
      [{ type: 'announce_change', durationSeconds: 7_200 }],
    ],
    [
      'another tab completes',
      connecting(checkout()),
      { type: 'session_read', session: COMPLETE },
      complete(checkout({ session: COMPLETE })),
      [{ type: 'abort_flow' }, { type: 'announce_complete', foundOnLoad: false }, { type: 'resume_meter' }],
    ],
  ])
  ignores(connecting(checkout()), [{ type: 'retry_pressed' }])
  ignores(connecting(asked({ connection: null })), [typed('2')])
  ignores(error(checkout(), 'user_rejected', 'connect', WALLET), [{ type: 'back_online' }])
})
