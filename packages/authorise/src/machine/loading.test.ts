import { describe } from 'vitest'
import { ASKED, COMPLETE, EXPIRED, SESSION, SIGNED } from '../../test/fixtures.ts'
import {
  asked,
  checkout,
  choosing,
  complete,
  expired,
  opening,
  saying,
  signed,
  strange,
} from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event, EventOf } from './event.ts'
import type { SignatureLock } from './signature-lock.ts'
import { INITIAL_STATE, type State, type StateIn } from './state.ts'

const loading: State = { phase: 'loading', sessionId: 'cs_1', isReturn: false, slow: false }
const requested: Event = { type: 'session_requested', sessionId: 'cs_1', isReturn: false }
const ready = { type: 'announce_ready' } as const
const load = { type: 'load', sessionId: 'cs_1' } as const
const abort = { type: 'abort_flow' } as const

const loaded = (change: Partial<EventOf<'session_loaded'>> = {}): Event => ({
  type: 'session_loaded',
  session: SESSION,
  cap: null,
  proposed: { email: '', seconds: null },
  customer: null,
  lock: null,
  entered: null,
  ...change,
})

const TWO_HOURS = { amount: '2', unit: 'hours', seconds: 7_200, least: 60 } as const
const unavailable = (code: string, change: Partial<StateIn<'unavailable'>> = {}): State => ({
  phase: 'unavailable',
  sessionId: 'cs_1',
  problem: { code },
  lock: null,
  chainStop: 'idle',
  isUnread: false,
  ownProblem: null,
  ...change,
})
const gone = (code: string, lock: SignatureLock | null = null): Event => ({
  type: 'session_failed',
  problem: { code },
  lock,
})
const OPEN = { ...SIGNED, isKnown: true }
const capped = { ...SESSION, max_duration_seconds: 7_200, max_escrow_usd: '1.9944' }

describe('a session is requested', () => {
  table([
    ['the first', INITIAL_STATE, requested, loading, [abort, load]],
    [
      'of a meter this browser looks after',
      INITIAL_STATE,
      { ...requested, isReturn: true } as Event,
      { ...loading, isReturn: true } as State,
      [abort, load],
    ],
    ['another, whatever was under way', choosing(checkout()), requested, loading, [abort, load]],
    [
      'none',
      choosing(checkout()),
      { type: 'session_requested', sessionId: null, isReturn: false },
      INITIAL_STATE,
      [abort],
    ],
    ['it takes long', loading, { type: 'wait_prolonged' }, { ...loading, slow: true } as State],
    [
      'it is asked for again',
      { ...loading, slow: true } as State,
      { type: 'retry_pressed' },
      loading,
      [load],
    ],
    [
      'it cannot be had',
      loading,
      gone('resource_missing'),
      unavailable('resource_missing'),
      [saying('resource_missing')],
    ],
    [
      'it cannot be had, but its meter was opened from here',
      loading,
      gone('service_unreachable', OPEN),
      unavailable('service_unreachable', { lock: OPEN }),
      [saying('service_unreachable')],
    ],
    [
      'and is stopped on the chain',
      unavailable('service_unreachable', { lock: OPEN }),
      { type: 'stop_on_chain_pressed' },
      unavailable('service_unreachable', { lock: OPEN, chainStop: 'asked' }),
      [{ type: 'stop_on_chain', lock: OPEN }],
    ],
    [
      'which is said',
      unavailable('service_unreachable', { lock: OPEN, chainStop: 'sent' }),
      { type: 'stopped_on_chain' },
      unavailable('service_unreachable', { lock: OPEN, chainStop: 'done' }),
    ],
    [
      'or why it was not',
      unavailable('service_unreachable', { lock: OPEN, chainStop: 'asked' }),
      { type: 'own_failed', problem: { code: 'user_rejected' } },
      unavailable('service_unreachable', { lock: OPEN, ownProblem: { code: 'user_rejected' } }),
      [saying('user_rejected')],
    ],
    ['once more', unavailable('resource_missing'), { type: 'retry_pressed' }, loading, [load]],
    ['back online', unavailable('service_unreachable'), { type: 'back_online' }, loading, [load]],
    [
      'back online, but unknown',
      unavailable('resource_missing'),
      { type: 'back_online' },
      unavailable('resource_missing'),
    ],
  ])
  ignores(INITIAL_STATE, [
    gone('service_unreachable'),
    { type: 'retry_pressed' },
    { type: 'wait_prolonged' },
    { type: 'cancel_pressed' },
  ])
})

describe('a session arrives', () => {
  table([
    ['open', loading, loaded(), choosing(checkout()), [ready]],
    ['expired', loading, loaded({ session: EXPIRED }), expired(checkout({ session: EXPIRED })), [ready]],
    [
      'with a cap of the merchant',
      loading,
      loaded({ session: capped, cap: 'merchant' }),
      choosing(checkout({ session: capped, cap: 'merchant', duration: TWO_HOURS })),
      [ready],
    ],
    [
      'with what the page proposes',
      loading,
      loaded({ proposed: { email: 'ada@example.com', seconds: 7_200 } }),
      choosing(checkout({ email: 'ada@example.com', duration: TWO_HOURS })),
      [ready],
    ],
    [
      'with a cap, whatever the page proposes',
      loading,
      loaded({ session: capped, cap: 'merchant', proposed: { email: '', seconds: 600 } }),
      choosing(checkout({ session: capped, cap: 'merchant', duration: TWO_HOURS })),
      [ready],
    ],
    [
      'with what was entered before a reload',
      loading,
      loaded({ entered: { amount: '2', unit: 'hours', email: 'ada@' } }),
      choosing(checkout({ email: 'ada@', duration: TWO_HOURS })),
      [ready, { type: 'announce_change', durationSeconds: 7_200 }],
    ],
    [
      'complete, with whose meter it is',
      loading,
      loaded({ session: COMPLETE, customer: 'cus_1' }),
      complete(strange({ customer: 'cus_1' }), { foundOnLoad: true }),
      [ready, abort, { type: 'announce_complete', foundOnLoad: true }, { type: 'read_subscription' }],
    ],
    [
      'complete, to a stranger',
      loading,
      loaded({ session: COMPLETE }),
      complete(strange(), { foundOnLoad: true }),
      [ready, abort, { type: 'announce_complete', foundOnLoad: true }],
    ],
  ])
})

describe('a session arrives with a lock from before a reload', () => {
  const unconnected = { connection: null, payee: null } as const
  table([
    [
      'and has not answered: the same is asked for, of the same length and for the same address',
      loading,
      loaded({
        lock: ASKED,
        entered: { amount: '5', unit: 'days', email: 'other@example.com' },
        proposed: { email: 'third@example.com', seconds: 600 },
      }),
      choosing(asked(unconnected), 'looking'),
      [ready, { type: 'reconnect', walletId: 'io.example' }],
    ],
    [
      'and has signed',
      loading,
      loaded({ lock: SIGNED }),
      opening(signed(unconnected)),
      [ready, { type: 'open' }],
    ],
    [
      'and the session expired: what is still open stays in sight',
      loading,
      loaded({ lock: SIGNED, session: EXPIRED }),
      expired(signed({ ...unconnected, session: EXPIRED })),
      [ready],
    ],
    [
      'and it is complete: the record is kept',
      loading,
      loaded({ lock: SIGNED, session: COMPLETE, customer: 'cus_1' }),
      complete(signed({ ...unconnected, session: COMPLETE, customer: 'cus_1' }), { foundOnLoad: true }),
      [ready, abort, { type: 'announce_complete', foundOnLoad: true }, { type: 'read_subscription' }],
    ],
  ])
})
