import { describe, expect, test } from 'vitest'
import { aMeter } from '../../a-meter.fixture.ts'
import type { EscrowEvent, Invoice } from '../../entities.ts'
import { projectInvoices, type Refusal } from './project-invoices.ts'
import { type MeterLog, readLog } from './read-log.ts'

/** Ten base units a second, of which the fee is a tenth: every figure can be read. */
const { terms } = aMeter({ rate: 10n * 10n ** 12n, maxSeconds: 1_000, startedAt: 0 })
const TERMS = { ...terms, feeBps: 1_000 }

const event = (kind: EscrowEvent['kind'], fields: Partial<EscrowEvent> = {}): EscrowEvent => ({
  ...{ id: '', source: '', meterId: '0x00', kind, blockNumber: 1, logIndex: 0, timestamp: 1, txHash: '0x0e' },
  ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
  ...fields,
})
const charge = (fromSecond: number, toSecond: number, txHash: `0x${string}`) => {
  const seconds = BigInt(toSecond - fromSecond)
  return event('settled', { fromSecond, toSecond, gross: seconds * 10n, fee: seconds, txHash })
}
const closed = (seconds: number, txHash: `0x${string}` = '0x0c') =>
  event('closed', { refunded: BigInt(1_000 - seconds) * 10n, txHash })
const reclaimed = (seconds: number) => event('reclaimed', { refunded: BigInt(1_000 - seconds) * 10n })
const logOf = (...events: EscrowEvent[]): MeterLog => {
  const { log, fault } = readLog(TERMS, [event('opened'), ...events])
  if (log === null) throw new Error(fault)
  return log
}
/** `[seconds, status, hash]`, one after the other. */
type Range = [number, Invoice['status'], string]
const invoices = (ranges: Range[]) =>
  ranges.map(([seconds, status, txHash]) => ({ seconds, status, txHash }) as Invoice)
const project = (announced: Range[], log: MeterLog, refusal: Refusal | null = null) =>
  projectInvoices(TERMS, { log, announced: invoices(announced), refusal }).map(
    ({ seconds, status, txHash }): Range => [seconds, status, txHash],
  )
const refused = (toSecond: number, hash: `0x${string}` | '' = ''): Refusal => ({
  of: 'charge',
  toSecond,
  hash,
})

test('the figures are those of the range: the amount due after its end less the amount due before it', () => {
  const [, second] = projectInvoices(TERMS, { log: logOf(charge(0, 60, '0x0a'), charge(60, 100, '0x0b')) })
  expect(second).toEqual({
    ...{ announced: null, toSecond: 100, seconds: 40, status: 'paid', txHash: '0x0b' },
    ...{ gross: 400n, fee: 40n, net: 360n },
  })
  expect(projectInvoices(TERMS, { log: logOf(), refusal: refused(100, '0x0f') })).toEqual([
    {
      ...{ announced: null, toSecond: 100, seconds: 100, status: 'failed', txHash: '0x0f' },
      ...{ gross: 1_000n, fee: 0n, net: 0n },
    },
  ])
})

test.each<[string, Range[], EscrowEvent[], Refusal | null, Range[]]>([
  ['nothing was charged', [], [], null, []],
  [
    'each charge beyond the last range is one',
    [],
    [charge(0, 60, '0x0a'), charge(60, 100, '0x0b')],
    null,
    [
      [60, 'paid', '0x0a'],
      [40, 'paid', '0x0b'],
    ],
  ],
  [
    'a range is paid by the charge that reaches its end',
    [[100, 'failed', '']],
    [charge(0, 60, '0x0a'), charge(60, 100, '0x0b')],
    null,
    [[100, 'paid', '0x0b']],
  ],
  [
    'one that was reached in part stays failed',
    [[100, 'failed', '0x0f']],
    [charge(0, 60, '0x0a')],
    null,
    [[100, 'failed', '0x0f']],
  ],
  [
    'two may share a charge',
    [
      [60, 'paid', '0x01'],
      [40, 'failed', ''],
    ],
    [charge(0, 100, '0x0a')],
    null,
    [
      [60, 'paid', '0x0a'],
      [40, 'paid', '0x0a'],
    ],
  ],
  [
    'what is charged beyond a failed one is another',
    [[60, 'failed', '']],
    [charge(0, 100, '0x0a')],
    null,
    [
      [60, 'paid', '0x0a'],
      [40, 'paid', '0x0a'],
    ],
  ],
  [
    'what was paid stays so while its charge is orphaned',
    [
      [60, 'paid', '0x01'],
      [40, 'paid', '0x02'],
    ],
    [charge(0, 60, '0x0a')],
    null,
    [
      [60, 'paid', '0x0a'],
      [40, 'paid', '0x02'],
    ],
  ],
  [
    'a refusal makes a failed one',
    [[60, 'paid', '0x0a']],
    [charge(0, 60, '0x0a')],
    refused(100),
    [
      [60, 'paid', '0x0a'],
      [40, 'failed', ''],
    ],
  ],
  ['and no second', [[60, 'failed', '']], [], refused(100, '0x0f'), [[60, 'failed', '0x0f']]],
  [
    'it takes back what was orphaned, up to its second',
    [
      [60, 'paid', '0x01'],
      [40, 'paid', '0x02'],
    ],
    [],
    refused(60),
    [
      [60, 'failed', ''],
      [40, 'paid', '0x02'],
    ],
  ],
  [
    'not what was charged',
    [[60, 'paid', '0x01']],
    [charge(0, 60, '0x01')],
    refused(60),
    [[60, 'paid', '0x01']],
  ],
  [
    'a lost opening takes back everything',
    [
      [60, 'paid', '0x01'],
      [40, 'failed', '0x0f'],
    ],
    [],
    { of: 'opening' },
    [
      [60, 'failed', ''],
      [40, 'failed', '0x0f'],
    ],
  ],
  [
    'a closing trims what was reached in part',
    [[100, 'failed', '']],
    [charge(0, 60, '0x0c'), closed(60)],
    null,
    [[60, 'paid', '0x0c']],
  ],
  [
    'and what was not reached, to nothing',
    [
      [60, 'paid', '0x0a'],
      [40, 'failed', ''],
    ],
    [charge(0, 60, '0x0a'), closed(60)],
    null,
    [
      [60, 'paid', '0x0a'],
      [0, 'paid', '0x0c'],
    ],
  ],
  [
    'which stays so when it is booked again',
    [
      [60, 'paid', '0x0a'],
      [0, 'paid', '0x01'],
    ],
    [charge(0, 60, '0x0a'), closed(60)],
    null,
    [
      [60, 'paid', '0x0a'],
      [0, 'paid', '0x0c'],
    ],
  ],
  [
    'a reclaim leaves what was not reached owed',
    [
      [60, 'paid', '0x0a'],
      [40, 'paid', '0x02'],
    ],
    [charge(0, 60, '0x0a'), reclaimed(60)],
    null,
    [
      [60, 'paid', '0x0a'],
      [40, 'failed', ''],
    ],
  ],
  ['nothing is refused after the end', [], [closed(0)], refused(100), []],
])('%s', (_, announced, events, refusal, wanted) => {
  expect(project(announced, logOf(...events), refusal)).toEqual(wanted)
  // Booking it once more changes nothing.
  expect(project(wanted, logOf(...events), refusal)).toEqual(wanted)
})

test('gross 0 never fails', () => {
  const free = { ...TERMS, ratePerSecond: 1n }
  expect(projectInvoices(free, { log: logOf(), refusal: refused(100) })).toEqual([])
})

test('a log that only goes on is projected from the end of the books', () => {
  const { log } = readLog(TERMS, [charge(60, 100, '0x0b')], 60)
  expect(projectInvoices(TERMS, { log: log as MeterLog, from: 60 })).toMatchObject([
    { seconds: 40, toSecond: 100, gross: 400n, fee: 40n, txHash: '0x0b' },
  ])
})

describe('a log that cannot be whole', () => {
  test.each<[string, EscrowEvent[], RegExp]>([
    ['opens too late', [event('opened', { timestamp: TERMS.openBy })], /^opened after its deadline/],
    ['leaves a charge out', [charge(60, 100, '0x0b')], /^charged from second 60, not 0/],
    ['has a charge twice', [charge(0, 60, '0x0a'), charge(0, 60, '0x0b')], /^charged from second 0, not 60/],
    ['goes back', [charge(0, 60, '0x0a'), charge(60, 50, '0x0b')], /^charged from second 60, not 60/],
    ['charges no second', [charge(0, 60, '0x0a'), charge(60, 60, '0x0b')], /^charged from second 60, not 60/],
    ['charges another amount', [{ ...charge(0, 60, '0x0a'), gross: 601n }], /^charged 601, of which fee 60/],
    ['takes another fee', [{ ...charge(0, 60, '0x0a'), fee: 61n }], /^charged 600, of which fee 61/],
    [
      'returns more than is left',
      [charge(0, 60, '0x0a'), closed(59)],
      /^returned 9410 in 0x0c after 60 seconds/,
    ],
    ['goes on after its end', [closed(0), charge(0, 60, '0x0a')], /^charged after its end/],
    ['ends twice', [closed(0), reclaimed(0)], /^ended twice/],
  ])('%s', (_, events, reason) => {
    expect(readLog(TERMS, [event('opened'), ...events])).toEqual({
      log: null,
      fault: expect.stringMatching(reason),
    })
  })
})

test('a log says when a meter was stopped, and a reclaim alone counts as a stop', () => {
  const stopped = event('stopped', { timestamp: 7 })
  expect(logOf(stopped, event('reclaimed', { timestamp: 9, refunded: 10_000n })).stoppedAt).toBe(7)
  expect(logOf(event('reclaimed', { timestamp: 9, refunded: 10_000n })).stoppedAt).toBe(9)
  expect(logOf(closed(0)).stoppedAt).toBeNull()
})
