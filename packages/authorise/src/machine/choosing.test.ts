import { describe } from 'vitest'
import { CHAIN, CLAIMED, CONNECTION, SESSION, WALLET } from '../../test/fixtures.ts'
import {
  asked,
  checkout,
  choosing,
  connecting,
  error,
  failed,
  reviewing,
  saying,
  typed,
} from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'

const OTHER = { id: 'io.other', name: 'Other Wallet', icon: null }
const connected: Event = { type: 'wallet_connected', connection: CONNECTION }
const found = (wallets = [WALLET], isChange = false): Event => ({ type: 'wallets_found', wallets, isChange })
const discover = { type: 'discover', isChange: false } as const
const connect = { type: 'connect', wallet: WALLET } as const
const prepare = { type: 'prepare', maxDurationSeconds: 3_600 } as const
const TWO_HOURS = { amount: '2', unit: 'hours', seconds: 7_200, least: 60 } as const
const FIXED = { ...SESSION, max_duration_seconds: 3_600 }
const connectedCheckout = checkout({ connection: CONNECTION })

describe('the maximum duration', () => {
  table([
    [
      'another length is told',
      choosing(checkout()),
      typed('2'),
      choosing(checkout({ duration: TWO_HOURS })),
      [{ type: 'announce_change', durationSeconds: 7_200 }],
    ],
    [
      'another unit keeps the number',
      choosing(checkout()),
      { type: 'duration_edited', edit: { unit: 'days' } },
      choosing(checkout({ duration: { amount: '1', unit: 'days', seconds: 86_400, least: 60 } })),
      [{ type: 'announce_change', durationSeconds: 86_400 }],
    ],
    [
      'a chain whose smallest deposit this length reaches moves nothing',
      choosing(checkout()),
      { type: 'chain_read', chain: CHAIN, least: 3_600 },
      choosing(checkout({ chain: CHAIN, duration: { ...checkout().duration, least: 3_600 } })),
    ],
    [
      'a length that is too short for the smallest deposit is brought to the next round figure',
      choosing(checkout()),
      { type: 'chain_read', chain: CHAIN, least: 11_765 },
      choosing(
        checkout({
          chain: CHAIN,
          duration: { amount: '4', unit: 'hours', seconds: 14_400, least: 11_765 },
        }),
      ),
      [{ type: 'announce_change', durationSeconds: 14_400 }],
    ],
    [
      'a length that the merchant fixed stays',
      choosing(checkout({ session: FIXED })),
      { type: 'chain_read', chain: CHAIN, least: 11_765 },
      choosing(checkout({ session: FIXED, chain: CHAIN })),
    ],
    [
      'a signature request keeps its length',
      choosing(asked()),
      { type: 'chain_read', chain: CHAIN, least: 11_765 },
      choosing(asked({ chain: CHAIN, duration: { ...asked().duration, least: 11_765 } })),
    ],
    [
      'out of range stays as typed and tells nothing',
      choosing(checkout()),
      typed('9999'),
      choosing(checkout({ duration: { amount: '9999', unit: 'hours', seconds: 35_996_400, least: 60 } })),
    ],
    [
      'no number at all',
      choosing(checkout()),
      typed(''),
      choosing(checkout({ duration: { amount: '', unit: 'hours', seconds: null, least: 60 } })),
    ],
    [
      'an address',
      choosing(checkout({ emailRefused: true })),
      { type: 'email_edited', email: 'ada@example.com' },
      choosing(checkout({ email: 'ada@example.com' })),
    ],
    [
      'an invalid address, once the field is left',
      choosing(checkout({ email: 'ada@example.com.' })),
      { type: 'email_left' },
      choosing(checkout({ email: 'ada@example.com.', emailRefused: true })),
    ],
    [
      'an address that is one',
      choosing(checkout({ email: 'ada@example.com' })),
      { type: 'email_left' },
      choosing(checkout({ email: 'ada@example.com' })),
    ],
    [
      'nothing, which is no mistake yet',
      choosing(checkout({ email: ' ' })),
      { type: 'email_left' },
      choosing(checkout({ email: ' ' })),
    ],
  ])
  const capped = { ...CLAIMED, max_duration_seconds: 5_400 }
  ignores(choosing(checkout({ session: capped, cap: 'merchant' })), [typed('2')])
  const elsewhere = { type: 'email_edited', email: 'other@example.com' } as const
  ignores(choosing(asked()), [typed('2'), elsewhere, { type: 'email_left' }])
})

describe('the choice of the wallet', () => {
  table([
    [
      'Connect',
      choosing(checkout()),
      { type: 'connect_pressed' },
      choosing(checkout(), 'looking'),
      [discover],
    ],
    [
      'one alone is not asked for',
      choosing(checkout(), 'looking'),
      found(),
      connecting(checkout()),
      [connect],
    ],
    [
      'several are listed',
      choosing(checkout(), 'looking'),
      found([WALLET, OTHER]),
      choosing(checkout(), [WALLET, OTHER]),
    ],
    [
      'one of two in the list has gone: it is the subscriber who chooses',
      choosing(checkout(), [WALLET, OTHER]),
      found(),
      choosing(checkout(), [WALLET]),
    ],
    [
      'a single wallet is listed if another one is wanted',
      choosing(checkout(), 'looking'),
      found([WALLET], true),
      choosing(checkout(), [WALLET]),
    ],
    [
      'a late one is added to the list',
      choosing(checkout(), [WALLET]),
      found([WALLET, OTHER]),
      choosing(checkout(), [WALLET, OTHER]),
    ],
    [
      'none',
      choosing(checkout(), 'looking'),
      found([]),
      error(checkout(), 'no_wallet', 'discover'),
      [saying('no_wallet')],
    ],
    [
      'a late one after none',
      error(checkout(), 'no_wallet', 'discover'),
      found(),
      choosing(checkout(), [WALLET]),
    ],
    [
      'looked for again',
      error(checkout(), 'no_wallet', 'discover'),
      { type: 'retry_pressed' },
      choosing(checkout(), 'looking'),
      [discover],
    ],
    [
      'a chosen one',
      choosing(checkout({ notice: 'disconnected' }), [WALLET, OTHER]),
      { type: 'wallet_chosen', wallet: WALLET },
      connecting(checkout()),
      [connect],
    ],
    [
      'a wallet that is already connected',
      choosing(checkout(), 'looking'),
      connected,
      reviewing(connectedCheckout),
      [prepare],
    ],
    [
      'a wallet that cannot be resumed',
      choosing(asked({ connection: null }), 'looking'),
      { type: 'wallet_not_resumed' },
      choosing(asked({ connection: null })),
    ],
    [
      'the stack cannot be loaded',
      choosing(checkout(), 'looking'),
      failed('module_unavailable'),
      error(checkout(), 'module_unavailable', 'discover'),
      [saying('module_unavailable')],
    ],
  ])
  ignores(choosing(checkout()), [found(), connected])
  ignores(choosing(checkout(), [WALLET]), [{ type: 'connect_pressed' }])
})
