import {
  depositInBaseUnits,
  dueInBaseUnits,
  exactCost,
  rateInBaseUnits,
  rateInTermsUnits,
  usdFromBaseUnits,
} from '@per-second/protocol/money'
import type { Subscription } from '@per-second/protocol/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Clocks,
  type MeterContradiction,
  meterContradiction,
  type SignedMeter,
} from './refused-meter.ts'

const DAY = 86_400

const SIGNED_AT: Clocks = {
  wall: 1_790_000_000,
  monotonicMs: 5_000,
  block: 1_789_999_990,
  billing: 1_790_000_001,
}

/** The clocks `seconds` later. */
function later(seconds: number, change: Partial<Clocks> = {}): Clocks {
  return {
    wall: 1_790_000_000 + seconds,
    monotonicMs: 5_000 + seconds * 1000,
    block: 1_789_999_990 + seconds,
    billing: 1_790_000_001 + seconds,
    ...change,
  }
}

function signedFor(rate: string, maxSeconds: number): SignedMeter {
  const terms = {
    rate_per_second: rateInTermsUnits(rate).toString(),
    max_seconds: maxSeconds,
    open_by: 1_790_000_900,
  }
  return {
    record: { chainId: 143, terms, subscription: 'sub_1', replaces: null, signedAt: SIGNED_AT },
    session: {
      id: 'cs_1',
      product: { id: 'prod_1', allow_pause: true, rate_usd_per_second: rate },
      max_duration_seconds: maxSeconds,
      max_escrow_usd: exactCost(rate, maxSeconds),
    },
  }
}

function recorded({ record, session }: SignedMeter, change: Partial<SignedMeter['record']>): SignedMeter {
  return { session, record: { ...record, ...change } }
}

/** A meter that ran for `elapsed` seconds, of which `billed` are settled. */
function meter(rate: string, maxSeconds: number, elapsed: number, billed = 0, isOver = false): Subscription {
  const units = rateInTermsUnits(rate)
  const settled = dueInBaseUnits(units, billed)
  const refunded = isOver ? depositInBaseUnits(units, maxSeconds) - settled : 0n
  return {
    id: 'sub_1',
    object: 'subscription',
    status: isOver ? 'canceled' : 'running',
    customer: 'cus_1',
    product: 'prod_1',
    checkout_session: 'cs_1',
    livemode: true,
    created: 1_790_000_000,
    currency: 'ausd',
    rate_usd_per_second: rate,
    rate_per_second_wei: rateInBaseUnits(rate),
    allow_pause: true,
    start_mode: 'checkout',
    max_duration_seconds: maxSeconds,
    max_escrow_usd: exactCost(rate, maxSeconds),
    started_at: 1_790_000_010,
    paused_at: null,
    ended_at: isOver ? 1_790_000_010 + elapsed : null,
    cancel_reason: isOver ? 'subscriber' : null,
    elapsed_seconds: elapsed,
    billed_seconds: billed,
    accrued_usd: usdFromBaseUnits(dueInBaseUnits(units, elapsed) - settled),
    settled_usd: usdFromBaseUnits(settled),
    refunded_usd: usdFromBaseUnits(refunded),
    latest_invoice: null,
    next_settlement_at: null,
    replaces: null,
    replaced_by: null,
  }
}

/** At most an hour. A third of it was used, and half of that settled. */
const HONEST = meter('0.000277', 3_600, 1_200, 600)
const SIGNED = signedFor('0.000277', 3_600)

// docs/money.md, rule 58
describe('a lie', () => {
  const LIES: [MeterContradiction, Partial<Subscription>][] = [
    ['id', { id: 'sub_2' }],
    ['checkout_session', { checkout_session: 'cs_2' }],
    ['product', { product: 'prod_2' }],
    ['allow_pause', { allow_pause: false }],
    ['rate_usd_per_second', { rate_usd_per_second: '0.000278' }],
    ['rate_usd_per_second', { rate_usd_per_second: '0.000277000000000001' }],
    ['rate_usd_per_second', { rate_usd_per_second: '0' }],
    ['rate_per_second_wei', { rate_per_second_wei: '2770' }],
    ['max_duration_seconds', { max_duration_seconds: 3_601, max_escrow_usd: '0.997477' }],
    ['max_duration_seconds', { max_duration_seconds: 1_800, max_escrow_usd: '0.4986' }],
    ['max_escrow_usd', { max_escrow_usd: '0.997201' }],
    ['started_at', { started_at: 0 }],
    ['started_at', { started_at: 1_790_000_900 - DAY - 1 }],
    ['ended_at', { ended_at: 0 }],
    ['ended_at', { ended_at: 1_790_000_009 }],
    ['ended_at', { started_at: null, ended_at: 0 }],
    ['max_escrow_usd', { max_escrow_usd: '0.99' }],
    ['max_escrow_usd', { max_escrow_usd: `0.9972${'0'.repeat(90)}1` }],
    ['elapsed_seconds', { elapsed_seconds: 3_601 }],
    ['elapsed_seconds', { elapsed_seconds: Number.MAX_SAFE_INTEGER }],
    ['elapsed_seconds', { elapsed_seconds: 1_321 }],
    ['billed_seconds', { billed_seconds: 1_201 }],
    ['billed_seconds', { elapsed_seconds: 599 }],
    ['settled_usd', { settled_usd: '0.332401' }],
    ['settled_usd', { settled_usd: '0.9972' }],
    ['settled_usd', { settled_usd: '0.1662000001' }],
    ['settled_usd', { settled_usd: '9'.repeat(100) }],
    ['refunded_usd', { refunded_usd: '0.831001' }],
    ['refunded_usd', { refunded_usd: '0.9972' }],
    ['refunded_usd', { refunded_usd: '0.8309999999' }],
  ]

  test.each(LIES)('about %s: %j', (field, lie) => {
    expect(meterContradiction({ ...HONEST, ...lie }, SIGNED, later(1_200))).toBe(field)
  })

  test.each<[MeterContradiction, Partial<SignedMeter['record']>]>([
    ['rate_usd_per_second', { terms: { ...SIGNED.record.terms, rate_per_second: '277000000000001' } }],
    ['max_duration_seconds', { terms: { ...SIGNED.record.terms, max_seconds: 3_599 } }],
    ['id', { subscription: 'sub_2' }],
    ['replaces', { replaces: 'cs_0' }],
  ])('about %s, because something else was signed', (field, change) => {
    expect(meterContradiction(HONEST, recorded(SIGNED, change), later(1_200))).toBe(field)
  })

  test.each<[MeterContradiction, Partial<SignedMeter['session']>]>([
    ['rate_usd_per_second', { product: { ...SIGNED.session.product, rate_usd_per_second: '0.000278' } }],
    ['max_duration_seconds', { max_duration_seconds: 3_601 }],
    ['max_escrow_usd', { max_escrow_usd: '0.997201' }],
  ])('about %s of the session', (field, change) => {
    const signed = { ...SIGNED, session: { ...SIGNED.session, ...change } }
    expect(meterContradiction(HONEST, signed, later(1_200))).toBe(field)
  })

  test('no: a session may leave maximum duration and charge open', () => {
    const open = { ...SIGNED.session, max_duration_seconds: null, max_escrow_usd: null }
    expect(meterContradiction(HONEST, { ...SIGNED, session: open }, later(1_200))).toBeNull()
  })

  test('no: the meter replaces another, as it was signed', () => {
    const replacing = recorded(SIGNED, { replaces: 'cs_0' })
    expect(meterContradiction({ ...HONEST, replaces: 'sub_0' }, replacing, later(1_200))).toBeNull()
  })

  test('about elapsed_seconds, long after the maximum is used', () => {
    const said = { ...HONEST, elapsed_seconds: 3_601 }
    expect(meterContradiction(said, SIGNED, later(9 * DAY))).toBe('elapsed_seconds')
    expect(meterContradiction({ ...said, elapsed_seconds: 3_600 }, SIGNED, later(9 * DAY))).toBeNull()
  })
})

describe('a figure at its bound', () => {
  test.each<Partial<Subscription>>([
    {},
    { elapsed_seconds: 1_320 },
    { elapsed_seconds: 600 },
    { elapsed_seconds: 0, billed_seconds: 0, settled_usd: '0' },
    { billed_seconds: 1_200, settled_usd: '0.3324' },
    { refunded_usd: '0.831' },
    { started_at: 1_790_000_900 - DAY, ended_at: 1_790_000_900 - DAY },
    { rate_usd_per_second: '00.0002770', rate_per_second_wei: '277.0', max_escrow_usd: '0.99720' },
    { cancel_reason: 'opening_lost', settled_usd: '0', refunded_usd: '0' },
  ])('%j', change => {
    expect(meterContradiction({ ...HONEST, ...change }, SIGNED, later(1_200))).toBeNull()
  })

  test('settled rounds down and the deposit up, below a base unit', () => {
    const rate = '0.0000001'
    const used = meter(rate, 61, 25, 25, true)
    expect([used.settled_usd, used.refunded_usd, used.max_escrow_usd]).toEqual([
      '0.000002',
      '0.000005',
      '0.0000061',
    ])
    expect(meterContradiction(used, signedFor(rate, 61), later(25))).toBeNull()
    expect(meterContradiction({ ...used, settled_usd: '0.000003' }, signedFor(rate, 61), later(25))).toBe(
      'settled_usd',
    )
  })

  test('a rate of zero', () => {
    expect(meterContradiction(meter('0', 60, 60, 60, true), signedFor('0', 60), later(60))).toBeNull()
  })
})

/** A very long meter, so that only clocks bound it. */
const LONG = signedFor('0.001', 30 * DAY)

/** The longest accepted time, found by trial. */
function longestBelieved(signed: SignedMeter, clocks: Clocks): number {
  const { max_seconds: maxSeconds } = signed.record.terms
  let [believed, refused] = [0, maxSeconds + 1]
  while (refused - believed > 1) {
    const middle = Math.floor((believed + refused) / 2)
    const field = meterContradiction(meter('0.001', maxSeconds, middle), signed, clocks)
    if (field === null) believed = middle
    else refused = middle
  }
  return believed
}

// docs/money.md, rule 58
describe('time', () => {
  test.each<[string, number, Clocks]>([
    ['as long as it is, and two minutes', 1_120, later(1_000)],
    ['right after the signature', 120, later(0)],
    ['a device that slept: its monotonic clock stood', DAY + 120, later(DAY, { monotonicMs: 65_000 })],
    [
      'a device clock set back by a day: the monotonic clock went on',
      7_320,
      later(7_200, { wall: 1_790_000_000 + 7_200 - DAY, block: null }),
    ],
    [
      'a device clock set back by half an hour, after a reload: the chain went on',
      7_320,
      later(7_200, { wall: 1_790_000_000 + 5_400, monotonicMs: null }),
    ],
    ['a device clock set forward', DAY + 120, later(7_200, { wall: 1_790_000_000 + DAY })],
    [
      'another page of this browser, without a wallet',
      7_320,
      later(7_200, { monotonicMs: null, block: null }),
    ],
    ['a lagging node', 7_320, later(7_200, { block: 1_789_999_000 })],
    [
      'a clock set back behind the signature, and no other: nothing is known',
      30 * DAY,
      later(0, { wall: 1_700_000_000, monotonicMs: null, block: null }),
    ],
    [
      'a monotonic clock that started again says nothing',
      7_320,
      later(7_200, { monotonicMs: 10, block: null }),
    ],
    ['the service’s own clock is not believed', 1_120, later(1_000, { billing: 1_790_000_001 + 9 * DAY })],
  ])('%s', (_name, seconds, clocks) => {
    expect(longestBelieved(LONG, clocks)).toBe(seconds)
  })

  test.each<[string, Partial<Clocks>, Partial<Clocks>, number]>([
    ['no block at the signature', { block: null }, {}, 1_120],
    ['a fast device clock, then as now', { wall: 1_790_000_000 + DAY }, { wall: 1_790_001_000 + DAY }, 1_120],
    ['a slow device clock, then as now', { wall: 1_790_000_000 - DAY }, { wall: 1_790_001_000 - DAY }, 1_120],
    [
      'a fast device clock that was put right, and a block on both sides',
      { wall: 1_790_000_000 + DAY },
      { monotonicMs: null },
      1_120,
    ],
    ['a slow device clock that was put right', { wall: 1_790_000_000 - DAY }, {}, DAY + 1_120],
  ])('%s', (_name, then, now, seconds) => {
    const signed = recorded(LONG, { signedAt: { ...SIGNED_AT, ...then } })
    expect(longestBelieved(signed, later(1_000, now))).toBe(seconds)
  })

  test('on the embedded chain the service’s clock counts, which travels', () => {
    const local = recorded(LONG, { chainId: 31_337 })
    const travelled = later(10, { billing: 1_790_000_001 + 20 * DAY })
    expect(longestBelieved(local, travelled)).toBe(20 * DAY + 120)
    expect(longestBelieved(local, later(DAY, { billing: 1_790_000_001 + 60 }))).toBe(180)
    expect(longestBelieved(local, later(10, { billing: null }))).toBe(30 * DAY)
  })
})

describe('no valid history is refused', () => {
  const seconds = (most: number) => fc.integer({ min: 0, max: most })
  const history = fc.record({
    rate: fc
      .tuple(seconds(10), fc.bigInt(0n, 10n ** 18n - 1n))
      .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(18, '0')}`),
    maxSeconds: fc.integer({ min: 60, max: 30 * DAY }),
    opening: seconds(900),
    start: seconds(7 * DAY),
    /** Alternately running and paused. */
    turns: fc.array(seconds(3 * DAY), { maxLength: 12 }),
    billedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    isOver: fc.boolean(),
    /** The service's clock compared with true time. */
    serviceAhead: fc.integer({ min: -30, max: 30 }),
    /** The device's clock compared with true time, at the signature and now. */
    deviceAhead: fc.tuple(fc.integer({ min: -DAY, max: DAY }), fc.integer({ min: -DAY, max: DAY })),
    slept: fc.double({ min: 0, max: 1, noNaN: true }),
    isReloaded: fc.boolean(),
    blockLag: fc.tuple(seconds(60), seconds(60)),
    hasBlock: fc.boolean(),
    isEmbedded: fc.boolean(),
    travelled: seconds(30 * DAY),
  })

  test('with any sleep or clock change of the device', () => {
    fc.assert(
      fc.property(history, chosen => {
        const { rate, maxSeconds, turns, isEmbedded } = chosen
        const running = turns.filter((_, turn) => turn % 2 === 0).reduce((sum, turn) => sum + turn, 0)
        const paused = turns.filter((_, turn) => turn % 2 === 1).reduce((sum, turn) => sum + turn, 0)
        const passed = chosen.opening + chosen.start + running + paused
        const travelled = isEmbedded ? Math.min(chosen.travelled, running) : 0
        const elapsed = Math.max(0, Math.min(maxSeconds, running + chosen.serviceAhead))
        const billed = Math.floor(elapsed * chosen.billedShare)

        const [aheadThen, aheadNow] = chosen.deviceAhead
        const isSetBack = aheadNow < aheadThen
        // A device clock that was set back is corrected by one of the other two, if one of them never stopped.
        const slept = isSetBack && !chosen.hasBlock ? 0 : Math.floor(passed * chosen.slept)
        const isReloaded = chosen.isReloaded && !(isSetBack && !chosen.hasBlock)
        const world = passed - travelled
        const signedAt: Clocks = {
          wall: 1_790_000_000 + aheadThen,
          monotonicMs: 5_000,
          block: chosen.hasBlock ? 1_790_000_000 - chosen.blockLag[0] : null,
          billing: 1_790_000_000 + chosen.serviceAhead,
        }
        const now: Clocks = {
          wall: 1_790_000_000 + world + aheadNow,
          monotonicMs: isReloaded ? null : 5_000 + Math.max(0, world - slept) * 1000,
          block: chosen.hasBlock ? 1_790_000_000 + world - chosen.blockLag[1] : null,
          billing: 1_790_000_000 + passed + chosen.serviceAhead,
        }
        const signed = recorded(signedFor(rate, maxSeconds), { chainId: isEmbedded ? 31_337 : 143, signedAt })
        const said = meter(rate, maxSeconds, elapsed, billed, chosen.isOver)
        expect(meterContradiction(said, signed, now)).toBeNull()
      }),
      { numRuns: 1_000, seed: 20_261_122 },
    )
  })
})
