import { describe } from 'vitest'
import { COMPLETE, SIGNED } from '../../test/fixtures.ts'
import {
  complete,
  connecting,
  error,
  filled,
  opening,
  reviewing,
  saying,
  signing,
  signingIn,
} from '../../test/machine-states.ts'
import { ignores, type Row, table } from '../../test/table.ts'
import type { Event } from './event.ts'
import type { Checkout, OwnSignature, State } from './state.ts'

const KNOWN = { ...SIGNED, isKnown: true }
const known = (change: Partial<Checkout> = {}) => filled({ lock: KNOWN, ...change })
const unavailable = (change: Partial<OwnSignature> = {}): State => ({
  phase: 'unavailable',
  sessionId: 'cs_1',
  problem: { code: 'service_unreachable' },
  ...{ lock: KNOWN, chainStop: 'idle', isUnread: false, ownProblem: null },
  ...change,
})
const press: Event = { type: 'stop_on_chain_pressed' }
const stop = { type: 'stop_on_chain', lock: KNOWN } as const
const look: Event = { type: 'look_pressed' }
const problem = { code: 'user_rejected' }

describe('a press of stop', () => {
  const managing = (change: Partial<Checkout> = {}) => known({ session: COMPLETE, ...change })
  for (const [name, state] of [
    ['without the service', (change: Partial<Checkout>) => unavailable(change)],
    ['while the service is asked to open', change => opening(known(change))],
    ['beside the meter', change => complete(managing(change))],
    [
      'beside the meter while the service is asked',
      change => complete(managing(change), { control: 'stopping' }),
    ],
    ['after a failure', change => error(known(change), 'service_unreachable', 'open')],
    ['while the service is slow to sign in', change => signingIn(managing(change), 'service', true)],
  ] satisfies [string, (change: Partial<Checkout>) => State][])
    table([
      [
        `${name} asks the wallet`,
        state({ ownProblem: problem }),
        press,
        state({ chainStop: 'asked' }),
        [stop],
      ],
    ])

  for (const state of [
    connecting(known()),
    signing(known()),
    signingIn(managing(), 'service'),
    signingIn(managing(), 'wallet', true),
    opening(filled({ lock: SIGNED })),
    opening(known({ chainStop: 'asked' })),
    opening(known({ chainStop: 'sent' })),
    opening(known({ chainStop: 'done' })),
    reviewing(filled()),
  ])
    ignores(state, [press])
})

describe('a stop under way', () => {
  table([
    [
      'is sent',
      unavailable({ chainStop: 'asked' }),
      { type: 'stop_sent' },
      unavailable({ chainStop: 'sent' }),
    ],
    [
      'is done',
      unavailable({ chainStop: 'sent' }),
      { type: 'stopped_on_chain' },
      unavailable({ chainStop: 'done' }),
    ],
    ...(['asked', 'sent'] as const).map(
      (chainStop): Row => [
        `fails when it is ${chainStop}`,
        unavailable({ chainStop }),
        { type: 'own_failed', problem },
        unavailable({ ownProblem: problem }),
        [saying('user_rejected')],
      ],
    ),
  ])
  const late: Event[] = [{ type: 'stop_sent' }, { type: 'stopped_on_chain' }, { type: 'own_failed', problem }]
  for (const chainStop of ['idle', 'done'] as const) ignores(unavailable({ chainStop }), late)
  ignores(reviewing(filled()), late)
})

describe('a reading of the escrow', () => {
  const unread = unavailable({ isUnread: true, ownProblem: problem })
  table([
    [
      'fails: the page does not know',
      unavailable(),
      { type: 'escrow_looked', isRead: false },
      unavailable({ isUnread: true }),
    ],
    ['succeeds later', unread, { type: 'escrow_looked', isRead: true }, unavailable()],
    [
      'is asked for again',
      unread,
      look,
      unavailable({ isUnread: true }),
      [{ type: 'look_at_escrow', lock: KNOWN }],
    ],
    [
      'asked for fails',
      unavailable({ isUnread: true }),
      { type: 'own_failed', problem },
      unread,
      [saying('user_rejected')],
    ],
  ])
  ignores(unavailable({ ownProblem: problem }), [
    { type: 'escrow_looked', isRead: true },
    look,
    { type: 'own_failed', problem },
  ])
  ignores(unread, [{ type: 'escrow_looked', isRead: false }])
  ignores(signing(known({ isUnread: true })), [look])
})
