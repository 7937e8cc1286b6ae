import { dueInBaseUnits, feeInBaseUnits } from '@per-second/protocol/money'
import {
  depositOfTerms,
  type MeterTerms,
  meterDigest,
  openingDigest,
  openingTypedData,
  statementDigest,
} from '@per-second/protocol/terms'
import fc from 'fast-check'
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  hashTypedData,
  keccak256,
  stringToHex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MeterChain, startMeterChain } from '../scripts/meter-chain.ts'
import { meterEscrowAbi } from '../src/generated/meter-escrow-abi.ts'
import { testAusdAbi } from '../src/generated/test-ausd-abi.ts'

const RUNS = { seed: 730, numRuns: 150 }

let chain: MeterChain
let tokenDomain: Hex
beforeAll(async () => {
  chain = await startMeterChain()
  tokenDomain = await chain.client.readContract({
    abi: testAusdAbi,
    address: chain.token,
    functionName: 'DOMAIN_SEPARATOR',
  })
})
afterAll(() => chain.stop())

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)
const address = hexOf(20)
const uint = (bits: number) =>
  fc.oneof(fc.constantFrom(0, 1, 2 ** bits - 1), fc.integer({ min: 0, max: 2 ** bits - 1 }))
const uint40 = fc.oneof(
  fc.constantFrom(0, 2 ** 40 - 1),
  fc.maxSafeNat().map(value => value % 2 ** 40),
)

/** Every value the types hold, also ones `open` refuses: the views and the digest must agree on all of them. */
const anyTerms: fc.Arbitrary<Omit<MeterTerms, 'token'>> = fc.record({
  payer: address,
  merchant: address,
  operator: address,
  feeRecipient: address,
  feeBps: uint(16),
  ratePerSecond: fc.oneof(fc.bigInt(0n, 10n ** 18n), fc.bigInt(0n, 2n ** 128n - 1n)),
  maxSeconds: uint(32),
  stopGrace: uint(32),
  openBy: uint40,
  expiry: uint40,
  salt: hexOf(32),
})

const escrow = () => ({ abi: meterEscrowAbi, address: chain.escrow }) as const

test('ids and deposits are the same in TypeScript and on chain', async () => {
  await fc.assert(
    fc.asyncProperty(anyTerms, async rest => {
      const terms = { ...rest, token: chain.token }
      const [id, deposit] = await Promise.all([
        chain.client.readContract({ ...escrow(), functionName: 'getId', args: [terms] }),
        chain.client.readContract({ ...escrow(), functionName: 'deposit', args: [terms] }),
      ])
      expect({ id, deposit }).toEqual({
        id: meterDigest(terms, { chainId: chain.chainId, escrow: chain.escrow }),
        deposit: depositOfTerms(terms),
      })
    }),
    RUNS,
  )
})

test('the accrued amount at any second is the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyTerms, uint(32), async (rest, second) => {
      const terms = { ...rest, token: chain.token }
      const accrued = await chain.client.readContract({
        ...escrow(),
        functionName: 'accruedAt',
        args: [terms, second],
      })
      const gross = dueInBaseUnits(terms.ratePerSecond, second)
      expect(accrued).toEqual([gross, feeInBaseUnits(gross, terms.feeBps)])
    }),
    RUNS,
  )
})

test("the payer signs the digest that the token will hash from the escrow's own figures", async () => {
  await fc.assert(
    fc.asyncProperty(anyTerms, async rest => {
      const terms = { ...rest, token: chain.token }
      const location = { chainId: chain.chainId, escrow: chain.escrow }
      const [id, deposit] = await Promise.all([
        chain.client.readContract({ ...escrow(), functionName: 'getId', args: [terms] }),
        chain.client.readContract({ ...escrow(), functionName: 'deposit', args: [terms] }),
      ])
      expect(openingDigest(openingTypedData(terms, location))).toBe(authorisationDigest(terms, deposit, id))
    }),
    RUNS,
  )
})

test('the payer signs the stop that the escrow checks', async () => {
  await fc.assert(
    fc.asyncProperty(hexOf(32), async id => {
      const digest = await chain.client.readContract({
        ...escrow(),
        functionName: 'getStopDigest',
        args: [id],
      })
      expect(digest).toBe(
        hashTypedData({
          domain: {
            name: 'MeterEscrow',
            version: '1',
            chainId: chain.chainId,
            verifyingContract: chain.escrow,
          },
          types: { Stop: [{ name: 'meter', type: 'bytes32' }] },
          primaryType: 'Stop',
          message: { meter: id },
        }),
      )
    }),
    { ...RUNS, numRuns: 25 },
  )
})

test('the operator signs the statement that the escrow checks', async () => {
  await fc.assert(
    fc.asyncProperty(hexOf(32), uint(32), async (id, toSecond) => {
      const digest = await chain.client.readContract({
        ...escrow(),
        functionName: 'getStatementDigest',
        args: [id, toSecond],
      })
      expect(digest).toBe(statementDigest(id, toSecond, { chainId: chain.chainId, escrow: chain.escrow }))
    }),
    { ...RUNS, numRuns: 25 },
  )
})

/** ERC-3009's digest from its specification, apart from the library's typed data. */
function authorisationDigest(terms: MeterTerms, value: bigint, nonce: Hex): Hex {
  const type =
    'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'
  const words: [name: string, value: Hex | bigint][] = [
    ['bytes32', keccak256(stringToHex(type))],
    ['address', terms.payer as Address],
    ['address', chain.escrow],
    ['uint256', value],
    ['uint256', 0n],
    ['uint256', BigInt(terms.openBy)],
    ['bytes32', nonce],
  ]
  const encoded = encodeAbiParameters(
    words.map(([name]) => ({ type: name })),
    words.map(([, word]) => word),
  )
  return keccak256(concat(['0x1901', tokenDomain, keccak256(encoded)]))
}
