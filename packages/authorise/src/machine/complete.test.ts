import { describe } from 'vitest'
import { COMPLETE, CONNECTION, OTHER_ADDRESS, SIGNED } from '../../test/fixtures.ts'
import { complete, failed, OVER, READING, saying, signed, strange } from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'

const mine = signed({ session: COMPLETE, customer: 'cus_1' })
const kept = { ...mine, lock: { ...SIGNED, isKnown: true } }
const running = complete(mine, { reading: READING })
const read = (reading = READING): Event => ({ type: 'subscription_read', reading })
const acted = (reading = READING): Event => ({ type: 'acted', reading })
const act = (action: 'pause' | 'resume' | 'cancel') => ({ type: 'act', action }) as const
const LATER = { ...READING, readAt: 10_000 }
const problem = { code: 'service_unreachable' }
const authorised: Event = {
  type: 'authorised',
  session: COMPLETE,
  customer: 'cus_1',
  reading: READING,
}

describe('the meter', () => {
  const stopping = complete(mine, { reading: READING, control: 'stopping' })
  table([
    [
      'is being stopped for long',
      stopping,
      { type: 'wait_prolonged' },
      complete(mine, { reading: READING, control: 'stopping', slow: true }),
    ],
    [
      'answers at last',
      complete(mine, { reading: READING, control: 'stopping', slow: true }),
      acted(OVER),
      complete(mine, { reading: OVER }),
    ],
    [
      'is read for the first time for long',
      complete(mine),
      { type: 'wait_prolonged' },
      complete(mine, { slow: true }),
    ],
    ['is read then', complete(mine, { slow: true }), read(), complete(mine, { reading: READING })],
    [
      'is taken up with a token that another tab has',
      complete(signed({ session: COMPLETE })),
      { type: 'token_found', customer: 'cus_1' },
      complete(mine),
      [{ type: 'read_subscription' }],
    ],
    [
      'is taken up with the signature that opened it',
      complete(signed({ session: COMPLETE })),
      authorised,
      complete(mine, { reading: READING }),
      [{ type: 'announce_signed_in', customer: 'cus_1' }],
    ],
    [
      'is not stopped on-chain, because the wallet declined',
      complete({ ...kept, chainStop: 'asked' }, { reading: READING, problem }),
      { type: 'own_failed', problem: { code: 'user_rejected' } },
      complete({ ...kept, ownProblem: { code: 'user_rejected' } }, { reading: READING, problem }),
      [saying('user_rejected')],
    ],
    [
      'is asked for again, and the refusal ends',
      complete({ ...kept, ownProblem: { code: 'user_rejected' } }, { reading: READING, problem }),
      { type: 'stop_on_chain_pressed' },
      complete({ ...kept, chainStop: 'asked' }, { reading: READING, problem }),
      [{ type: 'stop_on_chain', lock: kept.lock }],
    ],
    [
      'is stopped on-chain',
      complete({ ...kept, chainStop: 'asked' }, { reading: READING, problem }),
      { type: 'stop_sent' },
      complete({ ...kept, chainStop: 'sent' }, { reading: READING, problem }),
    ],
    ['is read', complete(mine, { problem }), read(LATER), complete(mine, { reading: LATER })],
    [
      'pauses',
      running,
      { type: 'pause_pressed' },
      complete(mine, { reading: READING, control: 'pausing' }),
      [act('pause')],
    ],
    [
      'resumes',
      running,
      { type: 'resume_pressed' },
      complete(mine, { reading: READING, control: 'resuming' }),
      [act('resume')],
    ],
    [
      'has done so',
      complete(mine, { reading: READING, control: 'pausing' }),
      acted(LATER),
      complete(mine, { reading: LATER }),
    ],
    [
      'asks once before it stops, with figures read again',
      running,
      { type: 'stop_pressed' },
      complete(mine, { reading: READING, control: 'confirming_stop' }),
      [{ type: 'read_subscription' }],
    ],
    [
      'keeps running',
      complete(mine, { reading: READING, control: 'confirming_stop' }),
      { type: 'stop_dismissed' },
      running,
    ],
    [
      'stops',
      complete(mine, { reading: READING, control: 'confirming_stop' }),
      { type: 'stop_confirmed' },
      complete(mine, { reading: READING, control: 'stopping' }),
      [act('cancel')],
    ],
    [
      'has stopped',
      complete(mine, { reading: READING, control: 'stopping' }),
      acted(OVER),
      complete(mine, { reading: OVER }),
    ],
    [
      'a reading takes nothing from an action under way',
      complete(mine, { reading: READING, control: 'stopping' }),
      read(LATER),
      complete(mine, { reading: LATER, control: 'stopping' }),
    ],
    [
      'a reading takes nothing from who is asked',
      complete(mine, { reading: READING, control: 'confirming_stop' }),
      read(LATER),
      complete(mine, { reading: LATER, control: 'confirming_stop' }),
    ],
    [
      'but an end does',
      complete(mine, { reading: READING, control: 'confirming_stop' }),
      read(OVER),
      complete(mine, { reading: OVER }),
    ],
    [
      'is read after its end',
      complete(mine, { reading: OVER }),
      read({ ...OVER, readAt: 10_000 }),
      complete(mine, { reading: { ...OVER, readAt: 10_000 } }),
    ],
    [
      'a call fails: the last figures stay',
      complete(mine, { reading: READING, control: 'pausing' }),
      failed('service_unreachable'),
      complete(mine, { reading: READING, problem }),
      [saying('service_unreachable')],
    ],
    [
      'refused figures do not close the question',
      complete(mine, { reading: READING, control: 'confirming_stop' }),
      failed('refused_meter'),
      complete(mine, { reading: READING, control: 'confirming_stop', problem: { code: 'refused_meter' } }),
      [saying('refused_meter')],
    ],
    [
      'the token is over',
      complete(mine, { reading: READING, control: 'pausing' }),
      { type: 'signed_out' },
      complete(signed({ session: COMPLETE }), { reading: READING }),
    ],
    [
      'a restored page does not redirect again',
      running,
      { type: 'page_restored' },
      complete(mine, { reading: READING, foundOnLoad: true }),
    ],
  ])
  ignores(running, [
    authorised,
    { type: 'session_read', session: COMPLETE },
    { type: 'stop_confirmed' },
    { type: 'stop_dismissed' },
    { type: 'connect_pressed' },
    { type: 'cancel_pressed' },
    { type: 'wallet_changed', connection: null },
    { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
  ])
  ignores(complete(mine, { reading: OVER }), [read(), acted()])
  ignores(complete(mine, { reading: READING, control: 'stopping' }), [{ type: 'stop_dismissed' }])
  ignores(complete(mine, { reading: READING, control: 'pausing' }), [
    { type: 'pause_pressed' },
    { type: 'stop_pressed' },
  ])
  ignores(complete(strange(), { reading: READING }), [{ type: 'pause_pressed' }, { type: 'resume_pressed' }])
  ignores(complete(mine), [{ type: 'pause_pressed' }])
})
