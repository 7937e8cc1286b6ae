import fc from 'fast-check'
import type { Effect } from '../src/machine/effect.ts'
import type { Event } from '../src/machine/event.ts'
import type { SignatureLock } from '../src/machine/signature-lock.ts'
import { type ChainStop, checkoutOf, INITIAL_STATE, type State } from '../src/machine/state.ts'
import { transition } from '../src/machine/transition.ts'
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
  WALLET,
} from './fixtures.ts'
import { failed, OVER, READING, typed } from './machine-states.ts'

type Flow = Extract<
  Effect['type'],
  | 'load'
  | 'discover'
  | 'reconnect'
  | 'connect'
  | 'sign_in'
  | 'prepare'
  | 'authorise'
  | 'open'
  | 'await_opening'
>

/** The responses and the end of a flow. `standing` is the open signature request, as far as the page knows it. */
type Answers = (standing: SignatureLock | null) => { onTheWay: Event[]; last: Event[] }

export const requested: Event = { type: 'session_requested', sessionId: 'cs_1', isReturn: false }
const nothing = {
  cap: null,
  proposed: { email: '', seconds: null },
  customer: null,
  lock: null,
  entered: null,
}
const loaded: Event = {
  type: 'session_loaded',
  session: SESSION,
  ...nothing,
  proposed: { email: 'ada@example.com', seconds: null },
}
const TWO_HOURS = {
  ...ASKED,
  digest: `0x${'ee'.repeat(32)}`,
  terms: { ...TERMS, max_seconds: 7_200 },
} as const
const other = { ...CONNECTION, address: OTHER_ADDRESS } as const
const failures = [
  'user_rejected',
  'service_unreachable',
  'checkout_session_expired',
  'signature_invalid',
  'insufficient_funds',
].map(failed)
const completed: Event = { type: 'session_read', session: COMPLETE }

/** Changes only a standing lock. */
function locks(
  type: 'signed' | 'locked',
  standing: SignatureLock | null,
  change: Partial<SignatureLock>,
): Event[] {
  return standing ? [{ type, lock: { ...standing, ...change } }] : []
}

const FLOWS: Record<Flow, Answers> = {
  load: () => ({
    onTheWay: [],
    last: [
      loaded,
      { ...loaded, session: COMPLETE },
      { ...loaded, session: EXPIRED },
      { ...loaded, lock: ASKED },
      { ...loaded, lock: TWO_HOURS },
      { ...loaded, lock: SIGNED },
      { ...loaded, session: COMPLETE, customer: 'cus_1', lock: SIGNED },
      { type: 'session_failed', problem: { code: 'service_unreachable' }, lock: null },
      {
        type: 'session_failed',
        problem: { code: 'service_unreachable' },
        lock: { ...SIGNED, isKnown: true },
      },
    ],
  }),
  discover: () => ({
    onTheWay: [[], [WALLET], [WALLET, { ...WALLET, id: 'io.other' }]].map(wallets => ({
      type: 'wallets_found',
      wallets,
      isChange: false,
    })),
    last: [{ type: 'wallet_connected', connection: CONNECTION }, failed('module_unavailable')],
  }),
  reconnect: () => ({
    onTheWay: [],
    last: [{ type: 'wallet_connected', connection: CONNECTION }, { type: 'wallet_not_resumed' }],
  }),
  connect: () => ({
    onTheWay: [{ type: 'pairing_offered', pairing: 'wc:1@2' }],
    last: [
      { type: 'wallet_connected', connection: CONNECTION },
      { type: 'wallet_connected', connection: other },
      ...failures,
    ],
  }),
  sign_in: () => ({
    onTheWay: [{ type: 'sign_in_waits', step: 'wallet' }],
    last: [
      { type: 'signed_in', customer: 'cus_1', session: COMPLETE },
      ...failures,
      failed('session_already_claimed'),
    ],
  }),
  prepare: () => ({
    onTheWay: [],
    last: [
      { type: 'prepared', prepared: TERMS },
      { type: 'open_elsewhere', signature: { digests: [], depositUsd: '1', openBy: 1 } },
      { type: 'opening_elsewhere' },
      completed,
    ],
  }),
  authorise: standing => ({
    onTheWay: [
      { type: 'signing_waits', step: 'chain' },
      { type: 'signing_waits', step: 'wallet' },
      { type: 'prepared', prepared: TERMS },
      { type: 'locked', lock: ASKED },
      { type: 'locked', lock: TWO_HOURS },
      { type: 'lock_fell', digest: ASKED.digest },
    ],
    last: [
      ...locks('signed', standing, { signature: '0xaa' }),
      { type: 'opening_elsewhere' },
      { type: 'open_elsewhere', signature: { digests: [], depositUsd: '1', openBy: 1 } },
      completed,
      ...failures,
    ],
  }),
  open: standing => ({
    onTheWay: [
      ...locks('locked', standing, { txHash: '0xbb' }),
      ...locks('locked', standing, { signature: null }),
    ],
    last: [
      { type: 'authorised', session: COMPLETE, customer: 'cus_1', reading: READING },
      completed,
      ...failures,
    ],
  }),
  await_opening: () => ({ onTheWay: [], last: [completed, { type: 'opening_released' }, ...failures] }),
}

/** The results of the payer's own stop, which continues beside any flow. */
const STOP: Record<'asked' | 'sent', Event[]> = {
  asked: [{ type: 'stop_sent' }, { type: 'own_failed', problem: { code: 'user_rejected' } }],
  sent: [{ type: 'stopped_on_chain' }, { type: 'own_failed', problem: { code: 'chain_unavailable' } }],
}

/** All presses and inputs of a person on any screen. */
const PRESSES: Event[] = [
  ...(['connect', 'sign_in', 'authorise', 'retry', 'cancel', 'change_wallet'] as const).map(
    name => ({ type: `${name}_pressed` }) as Event,
  ),
  { type: 'wallet_chosen', wallet: WALLET },
  { type: 'stop_on_chain_pressed' },
  { type: 'look_pressed' },
  ...(['pause_pressed', 'resume_pressed', 'stop_pressed', 'stop_dismissed', 'stop_confirmed'] as const).map(
    type => ({ type }),
  ),
  { type: 'email_edited', email: 'ada@example.com' },
  { type: 'email_edited', email: 'ada' },
  typed('2'),
  typed('0'),
]

/** Events without a press. */
const AROUND: Event[] = [
  { type: 'wallet_changed', connection: null },
  { type: 'wallet_changed', connection: other },
  { type: 'wallet_changed', connection: CONNECTION },
  { type: 'session_read', session: SESSION },
  { type: 'chain_read', chain: CHAIN, least: 60 },
  { type: 'chain_read', chain: CHAIN, least: 7_201 },
  { type: 'balance_read', balance: 0n },
  { type: 'balance_read', balance: 10_000_000n },
  { type: 'wait_prolonged' },
  { type: 'back_online' },
  { type: 'page_restored' },
  { type: 'lock_fell', digest: ASKED.digest },
  { type: 'escrow_looked', isRead: false },
  { type: 'escrow_looked', isRead: true },
  { type: 'own_failed', problem: { code: 'user_rejected' } },
  { type: 'subscription_read', reading: READING },
  { type: 'subscription_read', reading: OVER },
  { type: 'signed_out' },
]

/** Events of other tabs, and of time. */
const ENDS: Event[] = [completed, { type: 'session_read', session: EXPIRED }]

/** One event: a response to the running flow, an effective press, or any other. */
type Happening =
  | { kind: 'answer'; isLast: boolean; which: number }
  | { kind: 'stop'; which: number }
  | { kind: 'press'; which: number }
  | { kind: 'event'; event: Event }

const which = fc.nat(99)
export const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('answer'), isLast: fc.boolean(), which }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('press'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stop'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('event'), event: fc.constantFrom(...PRESSES, ...AROUND) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('event'), event: fc.constantFrom(...ENDS) }) },
)

/** The presses that lead on or make a request. */
export function helpfulIn(state: State): Event[] {
  return PRESSES.filter(event => {
    const [next, effects] = transition(state, event)
    return next.phase !== state.phase || effects.length > 0
  })
}

export function chainStopOf(state: State): ChainStop | undefined {
  return state.phase === 'unavailable' ? state.chainStop : checkoutOf(state)?.chainStop
}

/** The machine with the one flow that runs beside it, as the effects run it. */
export class Run {
  state: State = INITIAL_STATE
  flow: Flow | null = null

  send(event: Event): { before: State; effects: Effect[] } {
    const before = this.state
    const [state, effects] = transition(before, event)
    this.state = state
    for (const { type } of effects) {
      if (type === 'abort_flow') this.flow = null
      else if (type in FLOWS) this.flow = type as Flow
    }
    return { before, effects }
  }

  happen(happening: Happening): { before: State; effects: Effect[] } | null {
    if (happening.kind === 'event') return this.send(happening.event)
    if (happening.kind === 'press') {
      const helpful = helpfulIn(this.state)
      return helpful.length === 0 ? null : this.send(helpful[happening.which % helpful.length] as Event)
    }
    if (happening.kind === 'stop') {
      const stop = chainStopOf(this.state)
      return stop === 'asked' || stop === 'sent' ? this.send(STOP[stop][happening.which % 2] as Event) : null
    }
    if (!this.flow) return null
    const { onTheWay, last } = FLOWS[this.flow](checkoutOf(this.state)?.lock ?? null)
    const answers = happening.isLast || onTheWay.length === 0 ? last : onTheWay
    if (answers === last) this.flow = null
    return this.send(answers[happening.which % answers.length] as Event)
  }
}
