import type { MeterTerms } from '@per-second/protocol/terms'
import { expect, test } from 'vitest'
import { type EscrowState, meterStanding } from './meter-standing.ts'

const OPENED = 1_800_000_000
const EXPIRY = OPENED + 7_200 + 30 * 86_400
/** A tenth of a cent a second, for two hours at most. */
const TERMS: MeterTerms = {
  payer: '0x0000000000000000000000000000000000000001',
  merchant: '0x0000000000000000000000000000000000000002',
  operator: '0x0000000000000000000000000000000000000003',
  token: '0x0000000000000000000000000000000000000004',
  feeRecipient: '0x0000000000000000000000000000000000000005',
  feeBps: 100,
  ratePerSecond: 1_000_000_000_000_000n,
  maxSeconds: 7_200,
  stopGrace: 86_400,
  openBy: OPENED + 900,
  expiry: EXPIRY,
  salt: `0x${'00'.repeat(32)}`,
}
const OPEN: EscrowState = { status: 'open', openedAt: OPENED, stoppedAt: 0, billedSeconds: 100 }
const DEPOSIT = 7_200_000n
const standing = (changes: Partial<EscrowState>, now: number) =>
  meterStanding(TERMS, { ...OPEN, ...changes }, now)

test('default: a running meter may cost the elapsed time, and at most the deposit', () => {
  expect(standing({}, OPENED + 1_000)).toEqual({
    ...{ status: 'running', deposit: DEPOSIT, charged: 100_000n, held: 7_100_000n },
    ...{ owedNow: 900_000n, owedAtMost: 7_100_000n },
    ...{ reclaimableAt: EXPIRY, isReclaimable: false },
  })
})

// docs/money.md, rule 8
test('default: a stopped meter costs no further second, and is refunded a grace period later', () => {
  const stopped = { stoppedAt: OPENED + 500 }
  expect(standing(stopped, OPENED + 5_000)).toEqual({
    ...{ status: 'stopped', deposit: DEPOSIT, charged: 100_000n, held: 7_100_000n },
    ...{ owedNow: 400_000n, owedAtMost: 400_000n },
    ...{ reclaimableAt: OPENED + 500 + 86_400, isReclaimable: false },
  })
  expect(standing(stopped, OPENED + 500 + 86_400)?.isReclaimable).toBe(true)
})

// docs/money.md, rule 6
test('edge: the maximum duration bounds the charge, and the expiry ends the wait', () => {
  expect(standing({}, EXPIRY - 1)).toMatchObject({ owedNow: 7_100_000n, isReclaimable: false })
  expect(standing({}, EXPIRY)).toMatchObject({ owedNow: 7_100_000n, isReclaimable: true })
  const late = { stoppedAt: EXPIRY - 10 }
  expect(standing(late, EXPIRY)).toMatchObject({ reclaimableAt: EXPIRY, isReclaimable: true })
})

test('edge: a block before the opening, and a stop before the last charge, owe nothing more', () => {
  expect(standing({ billedSeconds: 0 }, OPENED - 1)).toMatchObject({ charged: 0n, owedNow: 0n })
  expect(standing({ stoppedAt: OPENED + 50 }, OPENED + 60)).toMatchObject({ charged: 100_000n, owedNow: 0n })
})

test('edge: a stop newer than the last read block owes all seconds up to the stop', () => {
  expect(standing({ stoppedAt: OPENED + 500 }, OPENED + 499)).toMatchObject({
    status: 'stopped',
    owedNow: 400_000n,
    owedAtMost: 400_000n,
  })
})

test.each(['closed', 'reclaimed'] as const)(
  'edge: a meter that is %s owes nothing and holds nothing',
  status => {
    expect(standing({ status }, EXPIRY)).toEqual({
      ...{ status, deposit: DEPOSIT, charged: 100_000n, held: 0n, owedNow: 0n, owedAtMost: 0n },
      ...{ reclaimableAt: null, isReclaimable: false },
    })
  },
)

test('edge: an unknown meter has no standing', () => {
  expect(standing({ status: 'unknown' }, OPENED)).toBeNull()
})
