import { describe, expect, test } from 'vitest'
import { COMPLETE, CONNECTION, OTHER_ADDRESS, WALLET } from '../../test/fixtures.ts'
import {
  choosing,
  complete,
  connecting,
  error,
  failed,
  saying,
  signingIn,
  strange,
} from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'
import type { Event } from './event.ts'
import { publicPhase } from './state.ts'
import { transition } from './transition.ts'

describe('the subscriber returns to a meter from elsewhere', () => {
  const found = complete(strange(), { foundOnLoad: true })
  const theirs = strange({ connection: CONNECTION })
  const abort = { type: 'abort_flow' } as const
  table([
    [
      'Connect',
      found,
      { type: 'connect_pressed' },
      choosing(strange(), 'looking'),
      [{ type: 'discover', isChange: false }],
    ],
    [
      'and Cancel leads back, announcing nothing',
      connecting(strange()),
      { type: 'cancel_pressed' },
      found,
      [abort],
    ],
    [
      'Sign in',
      signingIn(theirs),
      { type: 'sign_in_pressed' },
      signingIn(theirs, 'service'),
      [{ type: 'sign_in' }],
    ],
    [
      'the wallet is asked',
      signingIn(theirs, 'service', true),
      { type: 'sign_in_waits', step: 'wallet' },
      signingIn(theirs, 'wallet'),
    ],
    ['for long', signingIn(theirs, 'wallet'), { type: 'wait_prolonged' }, signingIn(theirs, 'wallet', true)],
    [
      'again',
      signingIn(theirs, 'wallet', true),
      { type: 'retry_pressed' },
      signingIn(theirs, 'service'),
      [{ type: 'sign_in' }],
    ],
    [
      'signed in: known, and complete is not announced again',
      signingIn(theirs, 'service'),
      { type: 'signed_in', customer: 'cus_1', session: COMPLETE },
      complete(strange({ connection: CONNECTION, customer: 'cus_1' }), { foundOnLoad: true }),
      [{ type: 'announce_signed_in', customer: 'cus_1' }, abort, { type: 'read_subscription' }],
    ],
    [
      'declined',
      signingIn(theirs, 'wallet'),
      failed('user_rejected'),
      error(theirs, 'user_rejected', 'sign_in'),
      [saying('user_rejected')],
    ],
    [
      'tried again',
      error(theirs, 'user_rejected', 'sign_in'),
      { type: 'retry_pressed' },
      signingIn(theirs, 'service'),
      [{ type: 'sign_in' }],
    ],
    [
      'another wallet’s meter',
      signingIn(theirs, 'service'),
      failed('session_already_claimed'),
      error(theirs, 'session_already_claimed', 'discover'),
      [saying('session_already_claimed')],
    ],
    [
      'another wallet',
      signingIn(theirs),
      { type: 'change_wallet_pressed' },
      choosing(strange(), 'looking'),
      [{ type: 'discover', isChange: true }],
    ],
    [
      'another account',
      signingIn(theirs, 'wallet'),
      { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
      signingIn(
        strange({ connection: { ...CONNECTION, address: OTHER_ADDRESS }, notice: 'account_changed' }),
      ),
      [abort],
    ],
  ])
  ignores(signingIn(theirs), [
    { type: 'sign_in_waits', step: 'wallet' },
    { type: 'retry_pressed' },
    { type: 'wait_prolonged' },
  ])
  ignores(signingIn(theirs, 'service'), [{ type: 'sign_in_pressed' }])
  ignores(signingIn(theirs, 'service', true), [{ type: 'retry_pressed' }])
  ignores(signingIn(theirs, 'wallet'), [{ type: 'retry_pressed' }])

  test('and for the page it is complete on the whole way, but for the signature', () => {
    const events: Event[] = [
      { type: 'connect_pressed' },
      { type: 'wallets_found', wallets: [WALLET], isChange: false },
      { type: 'wallet_connected', connection: CONNECTION },
      { type: 'sign_in_pressed' },
      { type: 'signed_in', customer: 'cus_1', session: COMPLETE },
    ]
    let state = found
    const phases = events.map(event => {
      state = transition(state, event)[0]
      return publicPhase(state)
    })
    expect(phases).toEqual(['complete', 'complete', 'signing_in', 'signing_in', 'complete'])
  })
})
