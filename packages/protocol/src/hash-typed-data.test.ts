import fc from 'fast-check'
import { getAddress, hashTypedData as viemHashTypedData } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { hashTypedData } from './hash-typed-data.ts'
import { checksumAddress } from './keccak.ts'
import { SIGN_IN_STATEMENT, signInText } from './sign-in.ts'
import { METER_TERMS_TYPES, type MeterTerms, meterDigest, openingDigest, openingTypedData } from './terms.ts'
import type { Address, Hex } from './types.ts'

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map(array => `0x${Buffer.from(array).toString('hex')}` as Hex)
const anAddress = bytes(20) as fc.Arbitrary<Address>
const someTerms: fc.Arbitrary<MeterTerms> = fc.record({
  payer: anAddress,
  merchant: anAddress,
  operator: anAddress,
  token: anAddress,
  feeRecipient: anAddress,
  feeBps: fc.nat(65_535),
  ratePerSecond: fc.bigInt(0n, 2n ** 128n - 1n),
  maxSeconds: fc.nat(2 ** 32 - 1),
  stopGrace: fc.nat(2 ** 32 - 1),
  openBy: fc.nat(2 ** 40 - 1),
  expiry: fc.nat(2 ** 40 - 1),
  salt: bytes(32),
})

test('property: the digest is that of another implementation', () => {
  fc.assert(
    fc.property(someTerms, fc.nat(2 ** 31), anAddress, (terms, chainId, escrow) => {
      expect(meterDigest(terms, { chainId, escrow })).toBe(
        viemHashTypedData({
          domain: { name: 'MeterEscrow', version: '1', chainId, verifyingContract: escrow },
          types: METER_TERMS_TYPES,
          primaryType: 'MeterTerms',
          message: terms,
        }),
      )
      const typedData = openingTypedData(terms, { chainId, escrow })
      expect(openingDigest(typedData)).toBe(viemHashTypedData(typedData as never))
    }),
    { numRuns: 100 },
  )
})

test('property: addresses and sign-in texts are those of another implementation', () => {
  fc.assert(
    fc.property(anAddress, fc.nat(2 ** 31), (address, instant) => {
      expect(checksumAddress(address)).toBe(getAddress(address))
      const parameters = { address, chainId: 1, nonce: 'abcdefgh' }
      expect(
        signInText({
          ...parameters,
          origin: 'https://shop.example:8443',
          issuedAt: instant,
          expiresAt: instant + 300,
        }),
      ).toBe(
        createSiweMessage({
          ...parameters,
          domain: 'shop.example:8443',
          uri: 'https://shop.example:8443',
          statement: SIGN_IN_STATEMENT,
          version: '1',
          issuedAt: new Date(instant * 1000),
          expirationTime: new Date((instant + 300) * 1000),
        }),
      )
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['uint16', 65_536],
  ['uint16', -1],
  ['uint128', 1.5],
  ['address', `0x${'0'.repeat(39)}`],
  ['address', 'anything'],
  ['bytes32', '0x00'],
  ['int8', 1],
  ['string', undefined],
])('error: a %s cannot be %s', (type, value) => {
  const domain = { name: 'n', version: '1', chainId: 1, verifyingContract: `0x${'0'.repeat(40)}` }
  const values = { field: value } as unknown as Record<string, string>
  expect(() => hashTypedData(domain, { name: 'Struct', fields: [{ name: 'field', type }], values })).toThrow(
    new TypeError(`field is not a ${type}`),
  )
})
