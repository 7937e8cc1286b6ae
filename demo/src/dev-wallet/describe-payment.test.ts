import { describe, expect, test } from 'vitest'
import { describePayment, formatAusd, type TypedData } from './describe-payment.ts'

const TOKEN = '0x5555555555555555555555555555555555555555'
const ESCROW = '0x4444444444444444444444444444444444444444'
const NOW = new Date('2027-01-15T08:00:00Z')
const UNTIL = 1_800_000_000 + 1_800

const typedData = (message: object = {}, rest: Partial<TypedData> = {}): TypedData => ({
  domain: { name: 'Agora Dollar', version: '1', chainId: 31_337, verifyingContract: TOKEN },
  types: { ReceiveWithAuthorization: [] },
  primaryType: 'ReceiveWithAuthorization',
  message: {
    from: ESCROW,
    to: ESCROW,
    value: '997200',
    validAfter: '0',
    validBefore: String(UNTIL),
    ...message,
  },
  ...rest,
})

describe('formatAusd', () => {
  test.each([
    [0n, '$0.00'],
    [1n, '$0.000001'],
    [900_000n, '$0.90'],
    [997_200n, '$0.9972'],
    [1_000_000n, '$1.00'],
    [1_234_567_890_000_000n, '$1,234,567,890.00'],
    [12_345_678_901_234_567_890_123n, '$12,345,678,901,234,567.890123'],
  ])('%d base units are %s', (units, text) => {
    expect(formatAusd(units)).toBe(text)
  })
})

describe('describePayment', () => {
  test('says who gets how much until when', () => {
    const payment = describePayment(typedData(), TOKEN, NOW)
    expect(payment).toEqual({
      amount: '$0.9972',
      to: ESCROW,
      deadline: expect.stringMatching(/^15 January 2027.*\(in 30 minutes\)$/),
      contract: TOKEN,
    })
  })

  test('shows only the chain’s own token in dollars', () => {
    expect(describePayment(typedData(), ESCROW, NOW)?.amount).toBe('997200 base units')
    const other = { name: 'Other', verifyingContract: TOKEN }
    expect(describePayment(typedData({}, { domain: other }), TOKEN, NOW)?.amount).toBe('$0.9972')
  })

  test('says when a deadline has passed, and when there is none', () => {
    expect(describePayment(typedData({ validBefore: '1799999000' }), TOKEN, NOW)?.deadline).toMatch(
      /\(has passed\)$/,
    )
    const never = (2n ** 256n - 1n).toString()
    expect(describePayment(typedData({ validBefore: never }), TOKEN, NOW)?.deadline).toBe('No deadline')
  })

  test.each([
    ['another type', typedData({}, { primaryType: 'Permit' })],
    ['no recipient', typedData({ to: 'somebody' })],
    ['no amount', typedData({ value: 'all' })],
    ['a negative amount', typedData({ value: '-1' })],
    ['no deadline at all', typedData({ validBefore: undefined })],
    ['no contract', typedData({}, { domain: {} })],
  ])('claims to understand nothing of %s', (_, data) => {
    expect(describePayment(data, TOKEN, NOW)).toBeNull()
  })
})
