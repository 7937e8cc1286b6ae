import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS, KNOWN_CHAINS, knownChain } from '@per-second/protocol/chains'
import { meterDigest } from '@per-second/protocol/terms'
import type { PreparedAuthorisation } from '@per-second/protocol/types'
import fc from 'fast-check'
import { keccak256, stringToHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { honestService, NOW, PAYEE, PAYER, STRANGER, setAt } from '../../test/honest-service.ts'
import { type BuildAuthorisationParameters, buildAuthorisation } from './build-authorisation.ts'
import { type RefusalCode, RefusalError } from './refusal-error.ts'

type Lie = [path: string, value: unknown, code: RefusalCode, field: string]

/** A lie whose field is where it was told. */
const at = (path: string, value: unknown, code: RefusalCode = 'refused_terms'): Lie => [
  path,
  value,
  code,
  path,
]

const OTHER_HASH = keccak256(stringToHex('cs_1:sub_2'))

const LIES_IN_STATED: Lie[] = [
  at('terms', []).with(3, 'terms.merchant') as Lie,
  at('terms.payer', STRANGER),
  at('terms.payer', undefined),
  at('terms.merchant', zeroAddress),
  at('terms.merchant', testEscrowAddress),
  at('terms.merchant', testAusdAddress),
  at('terms.merchant', 'merchant'),
  at('terms.merchant', undefined),
  at('terms.operator', STRANGER),
  at('terms.token', STRANGER, 'refused_token'),
  at('terms.token', AUSD_ADDRESS, 'refused_token'),
  at('terms.fee_recipient', STRANGER),
  at('terms.fee_bps', 101),
  at('terms.fee_bps', 0),
  at('terms.fee_bps', '100'),
  at('terms.rate_per_second', '277000000000001'),
  at('terms.rate_per_second', '2770000000000000'),
  at('terms.rate_per_second', 277_000_000_000_000),
  at('terms.rate_per_second', '0277000000000000'),
  at('terms.max_seconds', 3_601),
  at('terms.max_seconds', 2_592_000),
  at('terms.max_seconds', '3600'),
  at('terms.stop_grace', 604_801),
  at('terms.stop_grace', -1),
  at('terms.stop_grace', 0.5),
  at('terms.stop_grace', '86400'),
  at('terms.open_by', NOW + 86_401),
  at('terms.open_by', 0),
  at('terms.open_by', 1_800_001_800.5),
  at('terms.open_by', '1800001800'),
  at('terms.expiry', NOW + 1_800 + 3_599),
  at('terms.expiry', NOW + 1_800 + 3_600 + 5_184_001),
  at('terms.expiry', null),
  at('terms.salt', OTHER_HASH),
  at('terms.salt', '0x'),
  at('terms.referrer', STRANGER),
  at('terms.salt', keccak256(stringToHex('sub_1'))),
  at('terms.salt', keccak256(stringToHex('cs_2:sub_1'))),
  at('subscription_id', 'sub_2').with(3, 'terms.salt') as Lie,

  at('deposit_wei', '997201'),
  at('deposit_wei', '1'),
  at('deposit_wei', 997_200),
  at('deposit_wei', '0997200'),
  at('deposit_wei', undefined),
  at('sign_by', NOW + 1_801),
  at('sign_by', '1800001800'),
  at('sign_by', undefined),

  at('typed_data', undefined),
  at('typed_data', '{}'),
  at('typed_data.primaryType', 'TransferWithAuthorization'),
  at('typed_data.extra', {}),
  at('typed_data.domain.name', 'Agora Dollars', 'refused_token'),
  at('typed_data.domain.name', 'agora dollar', 'refused_token'),
  at('typed_data.domain.version', '2', 'refused_token'),
  at('typed_data.domain.version', 1, 'refused_token'),
  at('typed_data.domain.chainId', 1, 'refused_chain'),
  at('typed_data.domain.chainId', '31337', 'refused_chain'),
  at('typed_data.domain.verifyingContract', STRANGER, 'refused_token'),
  at('typed_data.domain.salt', OTHER_HASH),
  at('typed_data.types', null),
  at('typed_data.types.Permit', []),
  at('typed_data.types.EIP712Domain', []).with(3, 'typed_data.types.EIP712Domain.0') as Lie,
  at('typed_data.types.EIP712Domain', { ...honestService().stated.typed_data.types.EIP712Domain }),
  at('typed_data.types.EIP712Domain.0.type', 'bytes32'),
  at('typed_data.types.EIP712Domain.4', { name: 'salt', type: 'bytes32' }),
  at('typed_data.types.ReceiveWithAuthorization.1.name', 'spender'),
  at('typed_data.types.ReceiveWithAuthorization.2.type', 'uint128'),
  at('typed_data.types.ReceiveWithAuthorization.2.note', 'x'),
  at('typed_data.types.ReceiveWithAuthorization.6', { name: 'tip', type: 'uint256' }),
  at('typed_data.message.from', STRANGER),
  at('typed_data.message.to', STRANGER, 'refused_escrow'),
  at('typed_data.message.to', liveEscrowAddress, 'refused_escrow'),
  at('typed_data.message.value', '997201'),
  at('typed_data.message.value', (2n ** 256n - 1n).toString()),
  at('typed_data.message.value', 997_200),
  at('typed_data.message.validAfter', '1'),
  at('typed_data.message.validBefore', '1800001801'),
  at('typed_data.message.nonce', OTHER_HASH),
  at('typed_data.message.memo', 'hello'),
  at('typed_data.message.nonce', undefined),
]

const LIES_ON_SCREEN: Lie[] = [
  at('session.product.rate_usd_per_second', '0.000276').with(3, 'terms.rate_per_second') as Lie,
  at('session.id', 'cs_2').with(3, 'terms.salt') as Lie,
  at('session.livemode', true, 'refused_escrow').with(3, 'escrow') as Lie,
  at('pageOrigin', 'https://shop.example', 'refused_chain').with(3, 'chain_id') as Lie,
  at('session.expires_at', NOW + 1_799).with(3, 'terms.open_by') as Lie,
  at('maxDurationSeconds', 3_599).with(3, 'terms.max_seconds') as Lie,
  at('maxDurationSeconds', 59).with(3, 'max_duration_seconds') as Lie,
  at('maxDurationSeconds', 2_592_001).with(3, 'max_duration_seconds') as Lie,
  at('payer', STRANGER).with(3, 'terms.payer') as Lie,
  at('nowSeconds', NOW + 1_800 - 86_401).with(3, 'terms.open_by') as Lie,
  at('pins.payee', STRANGER).with(3, 'terms.merchant') as Lie,
  at('payee', STRANGER).with(3, 'terms.merchant') as Lie,
  at('pins.maxFee', 99).with(3, 'fee_bps') as Lie,
  at('pins.maxFee', 0).with(3, 'fee_bps') as Lie,
  at('session.max_duration_seconds', 7_200).with(3, 'max_duration_seconds') as Lie,
  at('pins.token', STRANGER, 'refused_token').with(3, 'token.address') as Lie,
  at('pins.escrow', STRANGER, 'refused_escrow').with(3, 'escrow') as Lie,
  at('pins.chainId', 1, 'refused_chain').with(3, 'chain_id') as Lie,
  at('chain.operator', STRANGER).with(3, 'terms.operator') as Lie,
  at('chain.fee_recipient', STRANGER).with(3, 'terms.fee_recipient') as Lie,
  at('chain.fee_bps', 99).with(3, 'terms.fee_bps') as Lie,
]

/** Nothing is signed from these: the shape is checked where they arrive, and the draft is only handed back. */
const UNSIGNED_IN_STATED = ['object', 'session', 'draft']

// docs/money.md, rule 55
describe('a lying service is refused', () => {
  test('about every field that it states', () => {
    const { session, ...rest } = honestService().stated as PreparedAuthorisation
    const named = [...UNSIGNED_IN_STATED, ...LIES_IN_STATED.map(([path]) => path)]
    const unnamed = leavesOf(rest).filter(path => !named.some(lie => path === lie || isListOf(path, lie)))
    expect(unnamed).toEqual([])
  })

  test.each(LIES_IN_STATED)('stated %s = %j', (path, value, code, field) => {
    const parameters = honestService()
    setAt(parameters.stated, path, value)
    expectRefusal(parameters, code, field)
  })

  // docs/money.md, rules 17 and 55
  test.each(LIES_ON_SCREEN)('%s = %j', (path, value, code, field) => {
    const parameters = honestService()
    setAt(parameters, path, value)
    expectRefusal(parameters, code, field)
  })

  test('consistently wrong answers too: another rate, cap, payee, fee or escrow in terms, digest and deposit alike', () => {
    const honest = honestService()
    const pinned = { ...honest.pins, payee: STRANGER }
    expectRefusal({ ...honest, pins: pinned }, 'refused_terms', 'terms.merchant')
    const swaps: [Parameters<typeof honestService>[0], RefusalCode, string][] = [
      [{ rate: '0.00277' }, 'refused_terms', 'terms.rate_per_second'],
      [{ maxDurationSeconds: 7_200 }, 'refused_terms', 'terms.max_seconds'],
      [{ feeBps: 1_000 }, 'refused_terms', 'terms.fee_bps'],
      [{ livemode: true }, 'refused_escrow', 'typed_data.message.to'],
      [{ chainId: 1 }, 'refused_token', 'terms.token'],
      [{ subscriptionId: 'sub_1', sessionId: 'cs_2' }, 'refused_terms', 'terms.salt'],
    ]
    for (const [swap, code, field] of swaps) {
      expectRefusal({ ...honest, stated: honestService(swap).stated }, code, field)
    }
  })
})

describe('an honest service', () => {
  test('gets exactly the object on screen', () => {
    const { terms, typedData, depositBaseUnits } = buildAuthorisation(honestService())
    expect(terms).toEqual({
      payer: PAYER,
      merchant: PAYEE,
      operator: '0x1111111111111111111111111111111111111111',
      token: testAusdAddress,
      feeRecipient: '0x2222222222222222222222222222222222222222',
      feeBps: 100,
      ratePerSecond: 277_000_000_000_000n,
      maxSeconds: 3_600,
      stopGrace: 86_400,
      openBy: 1_800_001_800,
      expiry: 1_802_597_400,
      salt: keccak256(stringToHex('cs_1:sub_1')),
    })
    expect(depositBaseUnits).toBe(997_200n)
    expect(typedData).toEqual({
      domain: { name: 'Agora Dollar', version: '1', chainId: 31_337, verifyingContract: testAusdAddress },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        ReceiveWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'ReceiveWithAuthorization',
      message: {
        from: PAYER,
        to: testEscrowAddress,
        value: '997200',
        validAfter: '0',
        validBefore: '1800001800',
        nonce: meterDigest(terms, { chainId: 31_337, escrow: testEscrowAddress }),
      },
    })
  })

  // docs/money.md, rule 55
  test('is signed from our own object, never from its own', () => {
    const parameters = honestService()
    const { typedData } = buildAuthorisation(parameters)
    expect(typedData).not.toBe(parameters.stated.typed_data)
    expect(typedData.message).not.toBe(parameters.stated.typed_data.message)
  })

  test('may write addresses without their checksum', () => {
    const parameters = honestService()
    const lowered = JSON.parse(
      JSON.stringify(parameters.stated).replaceAll(/0x[0-9a-fA-F]+/g, hex => hex.toLowerCase()),
    )
    expect(buildAuthorisation({ ...parameters, stated: lowered })).toEqual(buildAuthorisation(parameters))
  })

  // docs/money.md, rule 17
  test('may be late: that is its own to say', () => {
    const parameters = honestService({ openBy: NOW - 10 })
    expect(buildAuthorisation(parameters).terms.openBy).toBe(NOW - 10)
  })

  test('settles in an escrow and to a payee that the page pins', () => {
    const parameters = honestService({ livemode: true })
    parameters.session = { ...parameters.session, livemode: false }
    expectRefusal(parameters, 'refused_escrow', 'escrow')
    const pins = {
      chainId: 31_337,
      escrow: liveEscrowAddress,
      token: testAusdAddress,
      payee: PAYEE,
      maxFee: 100,
    } as const
    expect(buildAuthorisation({ ...parameters, pins }).typedData.message.to).toBe(liveEscrowAddress)
  })

  test('always passes', () => {
    const rate = fc
      .tuple(fc.bigInt(0n, 10n ** 15n - 1n), fc.bigInt(0n, 10n ** 18n - 1n))
      .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(18, '0')}`)
    const options = fc.record({
      chainId: fc.constantFrom(31_337, ...KNOWN_CHAINS.map(chain => chain.chainId)),
      rate,
      maxDurationSeconds: fc.integer({ min: 60, max: 2_592_000 }),
      feeBps: fc.integer({ min: 0, max: 1_000 }),
      stopGrace: fc.integer({ min: 0, max: 604_800 }),
      openBy: fc.integer({ min: NOW - 1_000, max: NOW + 86_000 }),
      expiryAfterMaximum: fc.integer({ min: 0, max: 5_184_000 }),
      sessionId: fc.string({ minLength: 1, maxLength: 40 }),
      subscriptionId: fc.string({ minLength: 1, maxLength: 40 }),
    })
    fc.assert(
      fc.property(options, fc.boolean(), (chosen, testOrLive) => {
        const network = knownChain(chosen.chainId)?.network
        const livemode = network === 'main' || (network === undefined && testOrLive)
        const parameters = honestService({ ...chosen, livemode })
        const built = buildAuthorisation(parameters)
        expect(built.typedData).toEqual(parameters.stated.typed_data)
        expect(built.depositBaseUnits.toString()).toBe(parameters.stated.deposit_wei)
      }),
      { numRuns: 200, seed: 20_261_120 },
    )
  })
})

/** Whether `lie` is about some entry of the list of fields that `path` is in: each of them is compared alike. */
function isListOf(path: string, lie: string): boolean {
  const list = /^typed_data\.types\.\w+/.exec(path)?.[0]
  return list !== undefined && lie.startsWith(list)
}

function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, held]) => leavesOf(held, path === '' ? key : `${path}.${key}`))
}

function expectRefusal(parameters: BuildAuthorisationParameters, code: RefusalCode, field: string): void {
  let refusal: unknown = null
  try {
    buildAuthorisation(parameters)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(RefusalError)
  expect({ code: (refusal as RefusalError).code, field: (refusal as RefusalError).field }).toEqual({
    code,
    field,
  })
}
