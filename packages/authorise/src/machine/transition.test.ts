import { describe } from 'vitest'
import {
  ASKED,
  CHAIN,
  COMPLETE,
  CONNECTION,
  EXPIRED,
  OTHER_ADDRESS,
  SESSION,
  SIGNED,
  TERMS,
} from '../../test/fixtures.ts'
import {
  asked,
  checkout,
  choosing,
  complete,
  error,
  expired,
  filled,
  opening,
  reviewing,
  signed,
  signing,
} from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'
import { type State, untried } from './state.ts'

const abort = { type: 'abort_flow' } as const
const LOADING: State = { phase: 'loading', sessionId: 'cs_1', isReturn: false, slow: false }
const unavailable = (lock = untried(null)): State => ({
  phase: 'unavailable',
  sessionId: 'cs_1',
  problem: { code: 'service_unreachable' },
  ...lock,
})

describe('the session, read again', () => {
  table([
    [
      'it is complete',
      reviewing(filled()),
      { type: 'session_read', session: COMPLETE },
      complete(filled({ session: COMPLETE })),
      [abort, { type: 'announce_complete', foundOnLoad: false }, { type: 'resume_meter' }],
    ],
    [
      'it has expired',
      reviewing(filled()),
      { type: 'session_read', session: EXPIRED },
      expired(filled({ session: EXPIRED })),
      [abort],
    ],
  ])
  ignores(reviewing(filled()), [
    { type: 'session_read', session: SESSION },
    { type: 'session_read', session: { ...COMPLETE, id: 'cs_2' } },
  ])
  ignores(expired(filled({ session: EXPIRED })), [{ type: 'session_read', session: EXPIRED }])
  ignores(complete(filled({ session: COMPLETE })), [{ type: 'session_read', session: EXPIRED }])
  ignores(LOADING, [{ type: 'session_read', session: COMPLETE }])
})

describe('the chain, and the shortest length that it allows', () => {
  const HOUR = { amount: '1', unit: 'hours', seconds: 3_600 } as const
  const read = (least: number): Event => ({ type: 'chain_read', chain: CHAIN, least })
  const fixed = { ...SESSION, max_duration_seconds: 3_600 }
  table([
    [
      'the length on screen is allowed',
      choosing(checkout()),
      read(3_600),
      choosing(checkout({ chain: CHAIN, duration: { ...HOUR, least: 3_600 } })),
    ],
    [
      'a shorter length would be allowed, too',
      choosing(checkout()),
      read(60),
      choosing(checkout({ chain: CHAIN })),
    ],
    [
      'the length on screen is too short',
      choosing(checkout()),
      read(3_601),
      choosing(checkout({ chain: CHAIN, duration: { ...HOUR, amount: '2', seconds: 7_200, least: 3_601 } })),
      [{ type: 'announce_change', durationSeconds: 7_200 }],
    ],
    [
      'no length is on screen',
      choosing(checkout({ duration: { ...HOUR, amount: '', seconds: null, least: 60 } })),
      read(3_601),
      choosing(checkout({ chain: CHAIN, duration: { ...HOUR, amount: '', seconds: null, least: 3_601 } })),
    ],
    [
      'the merchant has fixed the length',
      choosing(checkout({ session: fixed })),
      read(3_601),
      choosing(checkout({ session: fixed, chain: CHAIN })),
    ],
  ])
  ignores(LOADING, [read(60)])
})

describe('a record of a signature request', () => {
  const OTHER = { ...ASKED, digest: `0x${'ee'.repeat(32)}` } as const
  table([
    [
      'of a session that cannot be loaded',
      unavailable(),
      { type: 'locked', lock: ASKED },
      unavailable(untried(ASKED)),
    ],
    [
      'falls for a session that cannot be loaded, with what its payer did about it',
      unavailable({ ...untried(ASKED), chainStop: 'sent', isUnread: true }),
      { type: 'lock_fell', digest: ASKED.digest },
      unavailable(),
    ],
    [
      'falls before the signature',
      signing(asked({ isUnread: true, notice: 'account_changed' })),
      { type: 'lock_fell', digest: ASKED.digest },
      signing(filled()),
    ],
    [
      'falls while its opening is awaited: the wallet is resumed',
      opening(signed()),
      { type: 'lock_fell', digest: SIGNED.digest },
      choosing(filled({ connection: null }), 'looking'),
      [{ type: 'reconnect', walletId: CONNECTION.walletId }],
    ],
    [
      'falls after its opening failed',
      error(signed(), 'service_unreachable', 'open'),
      { type: 'lock_fell', digest: SIGNED.digest },
      choosing(filled({ connection: null }), 'looking'),
      [{ type: 'reconnect', walletId: CONNECTION.walletId }],
    ],
    [
      'of another account falls',
      error(asked(), 'other_account_asked', 'connect'),
      { type: 'lock_fell', digest: ASKED.digest },
      choosing(filled({ connection: null }), 'looking'),
      [{ type: 'reconnect', walletId: CONNECTION.walletId }],
    ],
    [
      'falls after another failure, which stays',
      error(asked(), 'user_rejected', 'authorise'),
      { type: 'lock_fell', digest: ASKED.digest },
      error(filled(), 'user_rejected', 'authorise'),
    ],
  ])
  ignores(signing(asked()), [
    { type: 'locked', lock: OTHER },
    { type: 'lock_fell', digest: OTHER.digest },
  ])
  ignores(LOADING, [
    { type: 'locked', lock: ASKED },
    { type: 'lock_fell', digest: ASKED.digest },
  ])
})

describe('another account of the wallet', () => {
  const other = { ...CONNECTION, address: OTHER_ADDRESS } as const
  const changed: Event = { type: 'wallet_changed', connection: other }
  const canceled = (of: ReturnType<typeof filled>): State => ({ phase: 'canceled', checkout: of })
  table([
    [
      'is reviewed again, without the terms and the balance of the old one',
      reviewing(filled({ prepared: TERMS, balance: 5n })),
      changed,
      reviewing(filled({ connection: other, notice: 'account_changed' })),
      [abort, { type: 'prepare', maxDurationSeconds: 3_600 }],
    ],
    [
      'after a cancel is forgotten',
      canceled(filled({ prepared: TERMS, balance: 5n })),
      changed,
      canceled(filled({ connection: null })),
      [abort],
    ],
    [
      'after a failure that repeats the signature',
      error(filled(), 'user_rejected', 'authorise'),
      changed,
      reviewing(filled({ connection: other, notice: 'account_changed' })),
      [abort, { type: 'prepare', maxDurationSeconds: 3_600 }],
    ],
  ])
  ignores(choosing(checkout()), [changed])
  for (const state of [opening(signed()), complete(signed()), error(signed(), 'service_unreachable', 'open')])
    ignores(state, [changed, { type: 'wallet_changed', connection: null }])
})
