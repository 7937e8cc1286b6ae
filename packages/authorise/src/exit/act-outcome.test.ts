import { TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import { termsFromWire } from '@per-second/protocol/terms'
import { describe, expect, test } from 'vitest'
import { actOutcome } from './act-outcome.ts'
import type { Charge, EscrowRequest } from './exit-chain.ts'
import { party, TERMS } from './exit-wallet.fixture.ts'
import type { EscrowState } from './meter-standing.ts'

/** 0.000277 AUSD a second, 3,600 s at most: a deposit of 0.9972 AUSD. */
const RUNNING: EscrowState = { status: 'open', openedAt: 1_800_000_000, stoppedAt: 0, billedSeconds: 0 }
const CHARGE: Charge = { fromSecond: 200, toSecond: 1_000, gross: 221_600n, fee: 2_216n, isCredited: false }

function outcome(
  act: EscrowRequest['kind'],
  {
    credit = 0n,
    charge = null,
    token = TEST_AUSD_ADDRESS,
    ...state
  }: Partial<EscrowState> & {
    credit?: bigint
    charge?: Charge | null
    token?: `0x${string}`
  },
) {
  const terms = termsFromWire({ ...TERMS, token })
  const after = { state: { ...RUNNING, ...state }, credit }
  return actOutcome(act, { terms, chainId: 31_337, after, charge })
}

// docs/money.md, rule 79
describe('an act that the escrow does not show is reported as not done', () => {
  const NOT_THERE =
    'The wallet may have cancelled or replaced the transaction, or no block has it yet. Look in your wallet, then try again.'
  test.each([
    ['stop', {}, `Not stopped. The meter still runs. ${NOT_THERE}`],
    ['reclaim', { stoppedAt: 1 }, `Not refunded. The meter is still open. ${NOT_THERE}`],
    ['withdraw', { credit: 5n }, `Not withdrawn. The escrow still owes you 0.000005 AUSD. ${NOT_THERE}`],
    [
      'statement',
      { status: 'reclaimed', billedSeconds: 200 },
      `The statement has charged nothing. The escrow has charged 200 s of this meter in all. ${NOT_THERE}`,
    ],
    [
      'statement',
      { charge: CHARGE, billedSeconds: 200 },
      `The statement has charged nothing. The escrow has charged 200 s of this meter in all. ${NOT_THERE}`,
    ],
    ['stop', { status: 'unknown' }, 'The escrow does not know this meter.'],
  ] as const)('%s, case %#', (act, found, text) => {
    expect(outcome(act, found)).toEqual({ kind: 'alert', text })
  })
})

describe('an act is reported as the escrow shows it', () => {
  test.each([
    [
      'stop',
      { status: 'closed', billedSeconds: 1_000 },
      'The operator has ended the meter. It cost 0.277 AUSD, and the refund was 0.7202 AUSD.',
    ],
    [
      'reclaim',
      { status: 'reclaimed', billedSeconds: 1_000 },
      'Refunded. 0.7202 AUSD went back to the payer.',
    ],
    [
      'reclaim',
      { status: 'reclaimed', credit: 997_200n },
      'Ended, with a refund of 0.9972 AUSD. A transfer failed, so the escrow owes the payer 0.9972 AUSD. The payer can withdraw it here.',
    ],
    ['withdraw', {}, 'Withdrawn. The escrow owes you nothing more in this token.'],
    [
      'statement',
      { charge: CHARGE, billedSeconds: 1_000 },
      'The statement charged 0.2216 AUSD for 800 s. The merchant 0x2222…2222 gets 0.219384 AUSD, the fee recipient 0x5555…5555 gets 0.002216 AUSD.',
    ],
    [
      'reclaim',
      { status: 'reclaimed', token: party(4) },
      `Refunded. 997200 base units of ${party(4)} went back to the payer.`,
    ],
  ] as const)('%s, case %#', (act, found, text) => {
    expect(outcome(act, found)).toEqual({ kind: 'good', text })
  })

  test('stop', () => {
    const { kind, text } = outcome('stop', { stoppedAt: 1_800_000_060 })
    expect(kind).toBe('good')
    expect(text).toMatch(/^Stopped\. The meter costs nothing for the time after .*2027.*\.$/)
  })

  test('a transfer of a settlement that became credit', () => {
    const { text } = outcome('statement', { charge: { ...CHARGE, isCredited: true }, billedSeconds: 1_000 })
    expect(text).toMatch(/A transfer failed, so the escrow owes that amount until it is withdrawn\.$/)
  })
})
