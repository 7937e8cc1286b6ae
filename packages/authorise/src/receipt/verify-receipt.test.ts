import { liveEscrowAddress, liveEscrowSalt } from '@per-second/contracts/addresses'
import type { Hex } from '@per-second/protocol/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownEscrow } from '../../test/honest-service.ts'
import { FACTS, signedReceipt } from './a-receipt.fixture.ts'
import { buildReceipt } from './build-receipt.ts'
import type { Receipt, ReceiptFacts } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'

const RECEIPT = await signedReceipt()
const fieldsOf = ({ problems }: { problems: { field: string }[] }) => problems.map(({ field }) => field)

describe('a valid receipt', () => {
  test('default: everything agrees, and the payer signed it', async () => {
    expect(await verifyReceipt(RECEIPT)).toEqual({
      ok: true,
      signature: 'valid',
      isKnownEscrow: true,
      problems: [],
    })
    expect(RECEIPT).toMatchObject({
      max_escrow_usd: '0.9972',
      deposit_usd: '0.9972',
      charged_usd: '0.277',
      fee_included_usd: '0.00277',
      net_usd: '0.27423',
      refunded_usd: '0.7202',
    })
  })

  test('behaviour: a service’s own escrow is recognised by its stated salt only', async () => {
    const escrow_salt: Hex = `0x${'5e'.repeat(32)}`
    const escrow = ownEscrow(escrow_salt)
    const is = async (change: Partial<ReceiptFacts>) => {
      const { ok, isKnownEscrow, problems } = await verifyReceipt(await signedReceipt(change))
      return { ok, isKnownEscrow, fields: problems.map(({ field }) => field) }
    }
    expect(await is({ escrow, escrow_salt })).toEqual({ ok: true, isKnownEscrow: true, fields: [] })
    const unknown = { ok: true, isKnownEscrow: false, fields: [] }
    expect(await is({ escrow, escrow_salt: null })).toEqual(unknown)
    expect(await is({ escrow, escrow_salt: `0x${'5f'.repeat(32)}` })).toEqual(unknown)
    expect(await is({ escrow: liveEscrowAddress, escrow_salt: liveEscrowSalt })).toEqual({
      ...{ ok: false, isKnownEscrow: false, fields: ['livemode'] },
    })
  })

  test('behaviour: survives a file, and addresses in other capitals', async () => {
    const copy = JSON.parse(JSON.stringify(RECEIPT, null, 2))
    expect((await verifyReceipt(copy)).ok).toBe(true)
    const lower = buildReceipt({ ...RECEIPT, escrow: RECEIPT.escrow.toLowerCase() as `0x${string}` })
    expect((await verifyReceipt(lower)).ok).toBe(true)
  })

  test.each<[string, Partial<ReceiptFacts>]>([
    [
      'nothing used',
      {
        seconds: 0,
        charged_usd: '0',
        refunded_usd: '0.9972',
        started_at: null,
        transactions: { opening: null, closing: null },
      },
    ],
    ['transactions unknown', { transactions: { opening: null, closing: null } }],
    [
      'to the end',
      {
        status: 'ended',
        cancel_reason: null,
        seconds: 3_600,
        ended_at: 1_790_003_700,
        charged_usd: '0.9972',
        refunded_usd: '0',
        transactions: { opening: null, closing: null },
      },
    ],
  ])('behaviour: %s', async (_name, change) => {
    expect((await verifyReceipt(await signedReceipt(change))).problems).toEqual([])
  })

  test('behaviour: a deposit rounded up to a base unit', async () => {
    const terms = { ...FACTS.terms, rate_per_second: '10000000', max_seconds: 3_600 }
    const change = {
      rate_usd_per_second: '0.00000000001',
      terms,
      charged_usd: '0',
      refunded_usd: '0.000001',
      transactions: { opening: null, closing: null },
    }
    const receipt = await signedReceipt(change)
    expect([receipt.max_escrow_usd, receipt.deposit_usd]).toEqual(['0.000000036', '0.000001'])
    expect((await verifyReceipt(receipt)).problems).toEqual([])
  })

  test.each([
    [
      'a contract wallet’s signature',
      { signature: '0x1234' as const, signed_by: 'contract' as const },
      'not_checkable',
    ],
    ['an approval on chain', { signature: '0x' as const, signed_by: 'contract' as const }, 'not_checkable'],
    ['a signature of an unknown signer', { signature: '0x1234' as const, signed_by: null }, 'not_checkable'],
  ])('behaviour: %s is left to the chain', async (_name, change, signature) => {
    expect(await verifyReceipt(await signedReceipt(change))).toMatchObject({ ok: true, signature })
  })

  test('behaviour: a receipt without its signature is reported', async () => {
    expect(await verifyReceipt(buildReceipt(FACTS))).toMatchObject({ ok: true, signature: 'missing' })
  })
})

type Leaf = { path: string[]; value: unknown }
const LEAVES = leavesOf(RECEIPT).map(leaf => [leaf.path.join('.'), leaf] as const)
/** Facts of the service that no signature or figure connects. Each has to be of its kind only. */
const UNPROVED = [
  ...['merchant_name', 'product_name', 'product', 'customer', 'cancel_reason', 'replaces', 'replaced_by'],
  ...['started_at', 'ended_at', 'escrow_salt', 'signed_by', 'transactions.opening', 'transactions.closing'],
]
const isProved = ([path]: (typeof LEAVES)[number]) => !UNPROVED.includes(path)

describe('a receipt tampered with', () => {
  test.each(LEAVES.filter(isProved))('behaviour: %s, changed in any way, is noticed', async (path, leaf) => {
    // A rate is echoed as it was sent: trailing zeros do not change it.
    const others = otherThan(leaf.value).filter(
      value => path !== 'rate_usd_per_second' || value !== `${leaf.value}0`,
    )
    const property = fc.asyncProperty(others, async value => {
      const verdict = await verifyReceipt(changed(leaf, value))
      expect([value, verdict.ok && verdict.signature === 'valid']).toEqual([value, false])
    })
    await fc.assert(property, { numRuns: 6, seed: 20_260_906 })
  })

  test.each(LEAVES)('behaviour: %s of another kind is noticed', async (_, leaf) => {
    for (const value of ['', -1, {}, []])
      expect([value, (await verifyReceipt(changed(leaf, value))).ok]).toEqual([value, false])
  })

  test('behaviour: every missing field is noticed, and so is an additional one', async () => {
    for (const [path, leaf] of LEAVES) {
      const copy = structuredClone(RECEIPT) as never
      const parent = leaf.path
        .slice(0, -1)
        .reduce<Record<string, unknown>>((at, key) => at[key] as never, copy)
      delete parent[leaf.path.at(-1) ?? '']
      expect([path, (await verifyReceipt(copy)).ok]).toEqual([path, false])
    }
    for (const inside of [[], ['terms'], ['typed_data', 'message'], ['transactions']]) {
      const copy = structuredClone(RECEIPT)
      const parent = inside.reduce<Record<string, unknown>>((at, key) => at[key] as never, copy)
      parent.more = 1
      expect([inside, (await verifyReceipt(copy)).ok]).toEqual([inside, false])
    }
  })

  test('behaviour: other terms with all fields derived again need another signature', async () => {
    const forged = buildReceipt({ ...RECEIPT, terms: { ...RECEIPT.terms, merchant: RECEIPT.terms.operator } })
    expect(await verifyReceipt(forged)).toMatchObject({ ok: false, signature: 'invalid' })
    expect(fieldsOf(await verifyReceipt(forged))).toEqual(['signature'])
  })

  test('behaviour: a key’s signature cannot pass as a contract’s', async () => {
    const forged = buildReceipt({ ...RECEIPT, signed_by: 'contract' })
    expect(await verifyReceipt(forged)).toMatchObject({ ok: false, signature: 'invalid' })
  })

  const { started_at: startedAt, seconds } = RECEIPT
  test.each<[string, Partial<ReceiptFacts>, string[]]>([
    ['seconds before any start', { started_at: null }, ['seconds']],
    ['seconds after no end', { ended_at: null }, ['seconds']],
    ['a second more than passed', { ended_at: Number(startedAt) + seconds - 2 }, ['seconds']],
    ['as many as began', { ended_at: Number(startedAt) + seconds - 1 }, []],
    ['an end with a reason to cancel', { status: 'ended' }, ['cancel_reason']],
    ['a cancellation without a reason', { cancel_reason: null }, ['cancel_reason']],
    ['a replacement by no meter', { cancel_reason: 'replaced' }, ['replaced_by']],
    ['a replacement', { cancel_reason: 'replaced', replaced_by: 'sub_2' }, []],
  ])('behaviour: %s', async (_, facts, fields) => {
    expect(fieldsOf(await verifyReceipt(buildReceipt({ ...RECEIPT, ...facts })))).toEqual(fields)
  })

  test('behaviour: a free meter counts no seconds beyond its maximum', async () => {
    const free = (used: number) =>
      signedReceipt({
        rate_usd_per_second: '0',
        terms: { ...FACTS.terms, rate_per_second: '0' },
        seconds: used,
        ended_at: Number(startedAt) + used,
        charged_usd: '0',
        refunded_usd: '0',
      })
    expect(fieldsOf(await verifyReceipt(await free(3_600)))).toEqual([])
    expect(fieldsOf(await verifyReceipt(await free(3_601)))).toEqual(['seconds'])
  })

  test('behaviour: names the wrong field', async () => {
    const forged = { ...RECEIPT, refunded_usd: '0.7203' }
    expect(fieldsOf(await verifyReceipt(forged))).toEqual(['refunded_usd'])
  })

  test.each([
    [null],
    [undefined],
    [[]],
    ['receipt'],
    [{}],
    [{ object: 'receipt' }],
    [{ ...RECEIPT, terms: null }],
  ])('behaviour: %j is no receipt', async value => {
    expect(await verifyReceipt(value)).toMatchObject({ ok: false, signature: 'invalid' })
  })
})

function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

function changed(leaf: Leaf, value: unknown): Receipt {
  const copy = structuredClone(RECEIPT)
  const parent = leaf.path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, key) => at[key] as never, copy as never)
  parent[leaf.path.at(-1) ?? ''] = value
  return copy
}

/** Another value of the same kind if there is one, and values of other kinds. */
function otherThan(value: unknown): fc.Arbitrary<unknown> {
  const same = (other: unknown) =>
    typeof value === 'string' && typeof other === 'string'
      ? /^0x/.test(value)
        ? other.toLowerCase() === value.toLowerCase()
        : other === value
      : other === value
  return sameKind(value).filter(other => !same(other))
}

function sameKind(value: unknown): fc.Arbitrary<unknown> {
  const others = fc.constantFrom<unknown>(null, '', 0, 1, true, false, '0', [], {})
  if (typeof value === 'number') return fc.oneof(fc.integer({ min: value - 100, max: value + 100 }), others)
  if (typeof value !== 'string') return fc.oneof(fc.constantFrom<unknown>('text', 2), others)
  if (/^0x/.test(value)) return fc.oneof(oneDigitOff(value), others)
  if (/^\d+(\.\d+)?$/.test(value))
    return fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map(digits => `0.${digits}`),
      fc.nat().map(String),
      fc.constant(`${value}0`),
      others,
    )
  return fc.oneof(fc.string({ minLength: 1 }), others)
}

function oneDigitOff(hex: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 2, max: hex.length - 1 }), fc.constantFrom(...'0123456789abcdef'))
    .map(([at, digit]) => hex.slice(0, at) + digit + hex.slice(at + 1))
}
