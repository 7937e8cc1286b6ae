import type { CheckoutSession } from '@per-second/protocol/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHAIN,
  CLAIMED,
  COMPLETE,
  CONNECTION,
  EXPIRED,
  OTHER_ADDRESS,
  PREPARED,
  SESSION,
  SIGN_IN,
  SIGNED,
  SUBSCRIPTION,
  WALLET,
} from '../test/fixtures.ts'
import type { Effect } from './authorise-effect.ts'
import type { Event } from './authorise-event.ts'
import { transition } from './authorise-machine.ts'
import { checkoutOf, INITIAL_STATE, publicPhase, type State } from './authorise-state.ts'

const READING = { subscription: SUBSCRIPTION, readAt: 0, clockFrozen: false }
const OVER = { ...READING, subscription: { ...SUBSCRIPTION, status: 'canceled' as const } }

const requested: Event = { type: 'session_requested', sessionId: 'cs_1' }
const loaded: Event = {
  type: 'session_loaded',
  session: SESSION,
  chain: CHAIN,
  resume: null,
  capChosen: false,
}
const found: Event = { type: 'wallets_found', wallets: [WALLET] }
const chosen: Event = { type: 'wallet_chosen', wallet: WALLET }
const connected: Event = { type: 'wallet_connected', connection: CONNECTION, customer: null }
const email: Event = { type: 'email_edited', email: 'ada@example.com' }
const signedIn: Event = { type: 'signed_in', customer: 'cus_1', session: SESSION }
const signed: Event = { type: 'signed', signature: '0xaa' }
const authorised: Event = { type: 'authorised', session: COMPLETE, reading: READING, txHash: '0xbb' }
const press = (type: 'connect' | 'sign_in' | 'authorise' | 'retry' | 'cancel' | 'restart'): Event => ({
  type: `${type}_pressed`,
})
const failed = (code: string): Event => ({ type: 'failed', problem: { code } })
const edited = (amount: string): Event => ({ type: 'duration_edited', edit: { amount } })

const slow: Event = { type: 'wait_prolonged' }
const askAgain: Event = { type: 'ask_again_pressed' }
const otherWallet: Event = { type: 'change_wallet_pressed' }
const online: Event = { type: 'back_online' }
const restored: Event = { type: 'page_restored' }

const PATHS = {
  loading: [requested],
  choosing: [requested, loaded],
  looking: [requested, loaded, press('connect')],
  listing: [requested, loaded, press('connect'), found],
  connecting: [requested, loaded, press('connect'), found, chosen],
  signing_in: [requested, loaded, press('connect'), found, chosen, connected, email],
  reviewing: [
    ...[requested, loaded, press('connect'), found, chosen, connected, email, press('sign_in')],
    signedIn,
  ],
} satisfies Record<string, Event[]>
const SIGNING = [...PATHS.reviewing, press('authorise')]
const OPENING = [...SIGNING, signed]
const COMPLETED = [...OPENING, authorised]

const ASKED: Event[] = [...SIGNING, { type: 'signing_waits', step: 'wallet' }]
const UNANSWERED: Event[] = [...OPENING, failed('service_unreachable')]

function reach(events: readonly Event[]): State {
  return events.reduce<State>((state, event) => transition(state, event)[0], INITIAL_STATE)
}

/** Phase and effects after one more event, as the table below writes them. */
function outcome(path: readonly Event[], event: Event): [string, string[]] {
  const [state, effects] = transition(reach(path), event)
  return [state.phase, effects.map(effect => effect.type)]
}

describe('transition', () => {
  test.each<[string, readonly Event[], Event, string, Effect['type'][]]>([
    [
      'no session asks for nothing',
      [],
      { type: 'session_requested', sessionId: null },
      'loading',
      ['abort_flow'],
    ],
    ['a session is asked for', [], requested, 'loading', ['abort_flow', 'load']],
    ['an open session', PATHS.loading, loaded, 'choosing', ['announce_ready']],
    ['an expired one', PATHS.loading, { ...loaded, session: EXPIRED }, 'expired', ['announce_ready']],
    [
      'a complete one',
      PATHS.loading,
      { ...loaded, session: COMPLETE },
      'complete',
      ['announce_ready', 'abort_flow', 'announce_complete'],
    ],
    [
      'a complete one of this tab',
      PATHS.loading,
      { ...loaded, session: COMPLETE, resume: SIGN_IN },
      'complete',
      ['announce_ready', 'abort_flow', 'announce_complete', 'read_subscription'],
    ],
    ['a reload', PATHS.loading, { ...loaded, resume: SIGN_IN }, 'choosing', ['announce_ready', 'reconnect']],
    [
      'a reload while opening',
      PATHS.loading,
      { ...loaded, session: CLAIMED, resume: SIGNED, capChosen: true },
      'opening',
      ['announce_ready', 'open'],
    ],
    ['an unknown session', PATHS.loading, failed('resource_missing'), 'unavailable', ['announce_error']],
    ['try the unknown again', [requested, failed('resource_missing')], press('retry'), 'loading', ['load']],
    ['connect', PATHS.choosing, press('connect'), 'choosing', ['discover']],
    ['no wallet', PATHS.looking, { type: 'wallets_found', wallets: [] }, 'error', ['announce_error']],
    ['wallets', PATHS.looking, found, 'choosing', []],
    ['a wallet', PATHS.listing, chosen, 'connecting', ['connect']],
    ['declined', PATHS.connecting, failed('user_rejected'), 'error', ['announce_error']],
    [
      'the same wallet again',
      [...PATHS.connecting, failed('user_rejected')],
      press('retry'),
      'connecting',
      ['connect'],
    ],
    ['connected', PATHS.connecting, connected, 'signing_in', []],
    [
      'connected, signed in before',
      PATHS.connecting,
      { ...connected, customer: 'cus_1' },
      'reviewing',
      ['prepare'],
    ],
    ['sign in', PATHS.signing_in, press('sign_in'), 'signing_in', ['sign_in']],
    ['sign in twice', [...PATHS.signing_in, press('sign_in')], press('sign_in'), 'signing_in', []],
    [
      'no address',
      [...PATHS.signing_in, { type: 'email_edited', email: 'ada' }],
      press('sign_in'),
      'signing_in',
      [],
    ],
    ['sign-in fails', PATHS.signing_in, failed('user_rejected'), 'error', ['announce_error']],
    [
      'sign in again',
      [...PATHS.signing_in, failed('user_rejected')],
      press('retry'),
      'signing_in',
      ['sign_in'],
    ],
    [
      'signed in',
      [...PATHS.signing_in, press('sign_in')],
      signedIn,
      'reviewing',
      ['announce_signed_in', 'prepare'],
    ],
    ['authorise', PATHS.reviewing, press('authorise'), 'signing', ['authorise']],
    ['authorise out of range', [...PATHS.reviewing, edited('0')], press('authorise'), 'reviewing', []],
    ['another duration', PATHS.reviewing, edited('2'), 'reviewing', ['announce_change', 'prepare']],
    ['a duration before signing in', PATHS.choosing, edited('2'), 'choosing', ['announce_change']],
    ['a duration out of range', PATHS.choosing, edited('9999'), 'choosing', []],
    ['a duration while signing', SIGNING, edited('2'), 'signing', []],
    ['funds missing', SIGNING, failed('insufficient_funds'), 'error', ['announce_error']],
    [
      'funds missing, shorter',
      [...SIGNING, failed('insufficient_funds')],
      edited('0.5'),
      'reviewing',
      ['announce_change', 'prepare'],
    ],
    [
      'funds missing, again',
      [...SIGNING, failed('insufficient_funds')],
      press('retry'),
      'signing',
      ['authorise'],
    ],
    [
      'expired meanwhile',
      SIGNING,
      failed('checkout_session_expired'),
      'expired',
      ['abort_flow', 'announce_error'],
    ],
    ['signed', SIGNING, signed, 'opening', ['open']],
    ['opened elsewhere', SIGNING, { type: 'opening_elsewhere' }, 'opening', ['await_opening']],
    [
      'not opened elsewhere after all',
      [...SIGNING, { type: 'opening_elsewhere' }],
      { type: 'opening_released' },
      'reviewing',
      ['prepare'],
    ],
    ['no answer to the opening', OPENING, failed('service_unreachable'), 'error', ['announce_error']],
    [
      'the same signature again',
      [...OPENING, failed('service_unreachable')],
      press('retry'),
      'opening',
      ['open'],
    ],
    ['the opening is refused', OPENING, failed('insufficient_funds'), 'error', ['announce_error']],
    ['a new signature', [...OPENING, failed('insufficient_funds')], press('retry'), 'signing', ['authorise']],
    ['authorised', OPENING, authorised, 'complete', ['abort_flow', 'announce_complete']],
    ['authorised twice', COMPLETED, authorised, 'complete', []],
    [
      'another tab completes',
      PATHS.choosing,
      { type: 'session_read', session: COMPLETE },
      'complete',
      ['abort_flow', 'announce_complete'],
    ],
    ['another tab completed already', COMPLETED, { type: 'session_read', session: COMPLETE }, 'complete', []],
    [
      'the time is up',
      PATHS.reviewing,
      { type: 'session_read', session: EXPIRED },
      'expired',
      ['abort_flow'],
    ],
    ['cancel', PATHS.reviewing, press('cancel'), 'canceled', ['abort_flow', 'announce_cancel']],
    ['cancel after Authorise', SIGNING, press('cancel'), 'signing', []],
    [
      'cancel with a signature out',
      [...OPENING, failed('service_unreachable')],
      press('cancel'),
      'error',
      [],
    ],
    ['start again', [...PATHS.reviewing, press('cancel')], press('restart'), 'reviewing', ['prepare']],
    [
      'another account',
      PATHS.reviewing,
      { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
      'signing_in',
      ['abort_flow', 'sign_out'],
    ],
    [
      'another network',
      PATHS.reviewing,
      { type: 'wallet_changed', connection: { ...CONNECTION, chainId: 1 } },
      'reviewing',
      [],
    ],
    [
      'the wallet goes',
      PATHS.reviewing,
      { type: 'wallet_changed', connection: null },
      'choosing',
      ['abort_flow'],
    ],
    [
      'another account while opening',
      OPENING,
      { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
      'opening',
      [],
    ],
    ['the token expires', SIGNING, { type: 'signed_out' }, 'signing_in', []],
    ['claimed by another', PATHS.signing_in, failed('session_already_claimed'), 'error', ['announce_error']],
    ['pause', COMPLETED, { type: 'pause_pressed' }, 'complete', ['act']],
    ['stop asks', COMPLETED, { type: 'stop_pressed' }, 'complete', []],
    ['stop', [...COMPLETED, { type: 'stop_pressed' }], { type: 'stop_confirmed' }, 'complete', ['act']],
    ['stop unasked', COMPLETED, { type: 'stop_confirmed' }, 'complete', []],
    ['a late answer', PATHS.choosing, signedIn, 'choosing', []],
    ['asked again too early', PATHS.connecting, askAgain, 'connecting', []],
    ['a silent wallet, asked again', [...PATHS.connecting, slow], askAgain, 'connecting', ['connect']],
    [
      'away from a silent wallet',
      PATHS.connecting,
      otherWallet,
      'choosing',
      ['abort_flow', 'disconnect', 'discover'],
    ],
    [
      'a silent sign-in, asked again',
      [...PATHS.signing_in, press('sign_in'), { type: 'sign_in_waits', step: 'wallet' }, slow],
      askAgain,
      'signing_in',
      ['sign_in'],
    ],
    [
      'a slow service is not asked again',
      [...PATHS.signing_in, press('sign_in'), slow],
      askAgain,
      'signing_in',
      [],
    ],
    ['a silent signer, asked again', [...ASKED, slow], askAgain, 'signing', ['authorise']],
    ['away from a signer that may still answer', ASKED, otherWallet, 'signing', []],
    [
      'away from a silent signer',
      [...ASKED, slow],
      otherWallet,
      'choosing',
      ['abort_flow', 'sign_out', 'disconnect', 'discover'],
    ],
    [
      'the wallet goes with a signature out',
      UNANSWERED,
      { type: 'wallet_changed', connection: null },
      'error',
      [],
    ],
    [
      'another account with a signature out',
      UNANSWERED,
      { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
      'error',
      [],
    ],
    ['back online with a signature out', UNANSWERED, online, 'opening', ['open']],
    ['back online', [requested, failed('service_unreachable')], online, 'loading', ['load']],
    ['back online, but unknown', [requested, failed('resource_missing')], online, 'unavailable', []],
    ['back online, but declined', [...PATHS.connecting, failed('user_rejected')], online, 'error', []],
    [
      'connected while signed in with another account',
      PATHS.connecting,
      { ...connected, othersSignIn: true },
      'signing_in',
      ['sign_out'],
    ],
  ])('%s', (_name, path, event, phase, effects) => {
    expect(outcome(path, event)).toEqual([phase, effects])
  })

  test('behaviour: one hour unless somebody chose', () => {
    expect(checkoutOf(reach(PATHS.choosing))?.duration).toEqual({
      amount: '1',
      unit: 'hours',
      seconds: 3_600,
    })
  })

  test('behaviour: a cap of the merchant is not edited, one chosen in this tab is', () => {
    const capped = { ...SESSION, max_duration_seconds: 5_400 }
    const fixed = reach([requested, { ...loaded, session: capped }, edited('2')])
    const chosenHere = reach([requested, { ...loaded, session: capped, capChosen: true }, edited('2')])
    expect(checkoutOf(fixed)).toMatchObject({ capFixed: true, duration: { seconds: 5_400 } })
    expect(checkoutOf(chosenHere)).toMatchObject({ capFixed: false, duration: { amount: '2', seconds: 120 } })
  })

  test('behaviour: terms of another duration are not shown', () => {
    const state = reach([...PATHS.reviewing, { type: 'prepared', prepared: PREPARED }])
    expect(checkoutOf(state)?.prepared).toEqual({
      terms: PREPARED.terms,
      subscription: 'sub_1',
      signBy: PREPARED.sign_by,
    })
    expect(checkoutOf(transition(state, edited('2'))[0])?.prepared).toBeNull()
    const late = transition(transition(state, edited('2'))[0], { type: 'prepared', prepared: PREPARED })
    expect(checkoutOf(late[0])?.prepared).toBeNull()
  })

  test('behaviour: signing in to a complete session stays complete for the page and announces nothing twice', () => {
    const path: Event[] = [
      requested,
      { ...loaded, session: COMPLETE },
      press('connect'),
      found,
      chosen,
      connected,
    ]
    const [state, effects] = transition(reach([...path, email, press('sign_in')]), {
      type: 'signed_in',
      customer: 'cus_1',
      session: COMPLETE,
    })
    expect(path.map((_, index) => publicPhase(reach(path.slice(0, index + 1))))).toEqual([
      'loading',
      'complete',
      'complete',
      'complete',
      'complete',
      'complete',
    ])
    expect([state.phase, effects.map(effect => effect.type)]).toEqual([
      'complete',
      ['announce_signed_in', 'abort_flow', 'read_subscription'],
    ])
  })

  test('behaviour: back from another page, a wait can be left at once, and a complete checkout has its way on', () => {
    expect(reach([...ASKED, restored])).toMatchObject({ phase: 'signing', slow: true })
    expect(reach([...PATHS.connecting, restored])).toMatchObject({ phase: 'connecting', slow: true })
    expect(reach([...COMPLETED, restored])).toMatchObject({ phase: 'complete', foundOnLoad: true })
    expect(reach([...PATHS.choosing, restored])).toEqual(reach(PATHS.choosing))
  })

  test('behaviour: says that the wallet left, and that it was asked before a reload', () => {
    const gone = reach([...PATHS.reviewing, { type: 'wallet_changed', connection: null }])
    expect(checkoutOf(gone)?.notice).toBe('disconnected')
    const reloaded = reach([
      ...PATHS.loading,
      { ...loaded, resume: { ...SIGN_IN, asked: true } },
      { ...connected, customer: 'cus_1' },
    ])
    expect(reloaded).toMatchObject({ phase: 'reviewing', checkout: { notice: 'asked_before' } })
    expect(checkoutOf(transition(reloaded, press('authorise'))[0])?.notice).toBeNull()
  })

  test('behaviour: a reading on the way does not end an action', () => {
    const stopping = [...COMPLETED, { type: 'stop_pressed' }, { type: 'stop_confirmed' }] as Event[]
    const read: Event = { type: 'subscription_read', reading: READING }
    expect(reach([...stopping, read])).toMatchObject({ control: 'stopping' })
    expect(reach([...stopping, { type: 'acted', reading: READING }])).toMatchObject({ control: 'idle' })
    expect(reach([...stopping, { type: 'subscription_read', reading: OVER }])).toMatchObject({
      control: 'idle',
    })
  })

  test('behaviour: what is over stays over, however late an earlier reading comes', () => {
    const over: Event[] = [...COMPLETED, { type: 'subscription_read', reading: OVER }]
    const late = [
      { type: 'subscription_read', reading: READING },
      { type: 'acted', reading: READING },
    ] as const
    for (const event of late) expect(reach([...over, event])).toEqual(reach(over))
  })

  test('behaviour: nobody is told that nothing was authorised while an opening may be under way', () => {
    const elsewhere: Event[] = [...SIGNING, { type: 'opening_elsewhere' }]
    for (const before of [OPENING, elsewhere]) {
      for (const code of ['service_unreachable', 'response_invalid', 'unexpected', 'http_403']) {
        const lost = reach([...before, failed(code)])
        expect(lost).toMatchObject({ phase: 'error', retry: 'open' })
        expect(transition(lost, press('cancel'))).toEqual([lost, []])
      }
      const left = reach([...before, { type: 'signed_out' }])
      expect(left.phase).toBe('signing_in')
      expect(transition(left, press('cancel'))).toEqual([left, []])
    }
    expect(outcome([...elsewhere, failed('service_unreachable')], press('retry'))).toEqual([
      'opening',
      ['await_opening'],
    ])
  })

  test('behaviour: that ends with a refusal, with the opening’s end, and with terms handed out', () => {
    const elsewhere: Event[] = [...SIGNING, { type: 'opening_elsewhere' }]
    const again: Event[] = [...elsewhere, { type: 'signed_out' }, email, press('sign_in'), signedIn]
    for (const path of [
      [...OPENING, failed('signature_invalid')],
      [...elsewhere, { type: 'opening_released' } as const],
      [...again, { type: 'opening_excluded' } as const],
      [
        ...elsewhere,
        { type: 'signed_out' },
        email,
        press('sign_in'),
        { ...signedIn, isFree: true },
      ] as Event[],
    ]) {
      expect(outcome(path, press('cancel'))).toEqual(['canceled', ['abort_flow', 'announce_cancel']])
    }
    expect(outcome(again, press('cancel'))).toEqual(['reviewing', []])
  })

  test('behaviour: a signature held over a sign-in is handed in, another account’s is not', () => {
    const left: Event[] = [...OPENING, { type: 'signed_out' }, email, press('sign_in')]
    const [held, effects] = transition(reach(left), { ...signedIn, kept: SIGNED } as Event)
    expect(held).toMatchObject({
      phase: 'opening',
      signature: '0xaa',
      checkout: {
        signature: '0xaa',
        prepared: { terms: PREPARED.terms, subscription: 'sub_1', signBy: PREPARED.sign_by },
      },
    })
    expect(effects.at(-1)).toEqual({ type: 'open', signature: '0xaa' })
    expect(reach([...left, signedIn])).toMatchObject({
      phase: 'reviewing',
      checkout: { signature: null, prepared: null },
    })
  })

  test('behaviour: a reload with a signature and no token waits for the account to sign in', () => {
    const resume = { ...SIGNED, token: null }
    const again: Event = { ...loaded, session: CLAIMED, resume, capChosen: true } as Event
    expect(outcome(PATHS.loading, again)).toEqual(['choosing', ['announce_ready', 'reconnect']])
    expect(checkoutOf(reach([requested, again]))?.undecided).toBe(true)
    const complete = reach([requested, { ...loaded, session: COMPLETE, resume } as Event])
    expect(complete).toMatchObject({ phase: 'complete', checkout: { customer: null, signature: '0xaa' } })
  })

  test.each<[string, Partial<CheckoutSession>]>([
    ['another length', { max_duration_seconds: 86_400 }],
    ['another subscription', { subscription: 'sub_2' }],
  ])('behaviour: terms of %s are never the session’s', (_name, change) => {
    const nothing = { signature: null, prepared: null, txHash: null }
    const open = reach([
      requested,
      { ...loaded, session: { ...CLAIMED, ...change }, resume: SIGNED } as Event,
    ])
    expect(open).toMatchObject({ phase: 'choosing', checkout: { ...nothing, undecided: false } })
    const complete = { ...COMPLETE, ...change }
    for (const path of [
      [requested, { ...loaded, session: complete, resume: SIGNED }],
      [
        ...PATHS.reviewing,
        { type: 'prepared', prepared: PREPARED },
        { type: 'session_read', session: complete },
      ],
      [...OPENING, { ...authorised, session: complete }],
      [...PATHS.signing_in, press('sign_in'), { ...signedIn, session: complete, kept: SIGNED }],
    ] as Event[][]) {
      expect(reach(path)).toMatchObject({ phase: 'complete', checkout: nothing })
    }
  })

  test('behaviour: what was prepared and not signed is not the receipt’s', () => {
    const path: Event[] = [
      ...PATHS.reviewing,
      { type: 'prepared', prepared: PREPARED },
      { type: 'session_read', session: COMPLETE },
    ]
    expect(checkoutOf(reach(path))?.prepared).toBeNull()
  })

  test('behaviour: a meter that is over cannot be asked to stop', () => {
    const asked = reach([
      ...COMPLETED,
      { type: 'stop_pressed' },
      { type: 'subscription_read', reading: OVER },
    ])
    expect(asked).toMatchObject({ phase: 'complete', control: 'idle' })
  })
})

describe('transition, whatever happens', () => {
  const events = fc.constantFrom<Event>(
    requested,
    loaded,
    { ...loaded, resume: SIGN_IN },
    { ...loaded, session: CLAIMED, resume: SIGNED, capChosen: true },
    { type: 'session_read', session: SESSION },
    { type: 'session_read', session: COMPLETE },
    { type: 'session_read', session: EXPIRED },
    ...(['connect', 'sign_in', 'authorise', 'retry', 'cancel', 'restart'] as const).map(press),
    found,
    chosen,
    connected,
    email,
    signedIn,
    { type: 'prepared', prepared: PREPARED },
    signed,
    authorised,
    { type: 'opening_elsewhere' },
    { type: 'opening_released' },
    { type: 'signed_out' },
    { type: 'change_wallet_pressed' },
    { type: 'wallet_changed', connection: null },
    { type: 'wallet_changed', connection: { ...CONNECTION, address: OTHER_ADDRESS } },
    slow,
    askAgain,
    online,
    restored,
    { type: 'signing_waits', step: 'wallet' },
    { type: 'sign_in_waits', step: 'wallet' },
    { type: 'subscription_read', reading: READING },
    { type: 'subscription_read', reading: OVER },
    { type: 'pause_pressed' },
    { type: 'stop_pressed' },
    { type: 'stop_confirmed' },
    edited('2'),
    edited('0'),
    ...['user_rejected', 'service_unreachable', 'checkout_session_expired', 'insufficient_funds'].map(failed),
  )

  test('money is asked for once, by a person, and a complete session stays complete', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), sequence => {
        let state = reach(PATHS.loading)
        for (const event of sequence) {
          const before = state
          const [after, effects] = transition(before, event)
          state = after
          const types = effects.map(effect => effect.type)
          if (types.includes('authorise')) {
            expect(['authorise_pressed', 'retry_pressed', 'ask_again_pressed']).toContain(event.type)
            expect(checkoutOf(before)?.session.status).toBe('open')
            expect(checkoutOf(before)?.customer).not.toBeNull()
          }
          if (types.includes('connect') || types.includes('sign_in'))
            expect(event.type).toMatch(/_pressed|_chosen/)
          if (types.includes('announce_complete')) expect(publicPhase(before)).not.toBe('complete')
          const isReplaced = event.type === 'session_requested'
          if (publicPhase(before) === 'complete' && !isReplaced) expect(publicPhase(after)).toBe('complete')
          if (before.phase === 'opening') expect(types).not.toContain('announce_cancel')
          expect(types.filter(type => type === 'announce_complete').length).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 1_500, seed: 20_260_906 },
    )
  })

  test('nobody is ever stuck: a press helps, or what is waited for ends by itself', () => {
    const presses: Event[] = [
      ...(['connect', 'sign_in', 'authorise', 'retry', 'cancel', 'restart'] as const).map(press),
      { type: 'wallet_chosen', wallet: WALLET },
      email,
      edited('2'),
      otherWallet,
      askAgain,
      { type: 'stop_pressed' },
      { type: 'stop_dismissed' },
    ]
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), sequence => {
        const state = sequence.reduce<State>((at, event) => transition(at, event)[0], reach(PATHS.loading))
        if (endsByItself(state)) return
        const waited = transition(state, slow)[0]
        expect([
          waited.phase,
          presses.some(event => JSON.stringify(transition(waited, event)[0]) !== JSON.stringify(waited)),
        ]).toEqual([waited.phase, true])
      }),
      { numRuns: 1_500, seed: 20_260_906 },
    )
  })

  /** The end of a checkout, and waits for what has a deadline of its own: the service, the chain, the list of wallets. */
  function endsByItself(state: State): boolean {
    if (state.phase === 'signing') return state.step === 'preparing' || state.step === 'checking'
    return ['loading', 'opening', 'expired', 'complete'].includes(state.phase)
  }
})
