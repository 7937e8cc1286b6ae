import { AUSD_ADDRESS, knownChain } from '@per-second/protocol/chains'
import { AUSD_DOMAIN, type MeterTerms, openingTypedData } from '@per-second/protocol/terms'
import { domainSeparator, type TypedDataDomain } from 'viem'
import { expect, test } from 'vitest'

const separator = (domain: TypedDataDomain) => domainSeparator({ domain })

test('AUSD’s domain gives the separator that the token on Monad answers', () => {
  expect(AUSD_ADDRESS).toBe('0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a')
  expect(AUSD_DOMAIN).toEqual({ name: 'Agora Dollar', version: '1' })
  expect(separator({ ...AUSD_DOMAIN, chainId: 143, verifyingContract: AUSD_ADDRESS })).toBe(
    '0x995063441ebf2219c94dce05014a545da4390d2362f99b3d7ad456046678cafe',
  )
})

test('the payer’s signature on every known chain is for AUSD’s receiveWithAuthorization under that domain', () => {
  for (const chainId of [1, 143, 5_000, 43_114]) {
    const token = knownChain(chainId)?.token ?? AUSD_ADDRESS
    const { domain, primaryType, types } = openingTypedData(termsOn(token), { chainId, escrow: ESCROW })
    expect(domain).toEqual({ ...AUSD_DOMAIN, chainId, verifyingContract: token })
    expect(primaryType).toBe('ReceiveWithAuthorization')
    expect(types).toMatchObject({
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    })
  }
})

const ESCROW = '0x00000000000000000000000000000000000e5c04'

function termsOn(token: MeterTerms['token']): MeterTerms {
  const account = `0x${'11'.repeat(20)}` as const
  return {
    ...{ payer: account, merchant: account, operator: account, feeRecipient: account, token },
    ...{ feeBps: 100, ratePerSecond: 10n ** 18n, maxSeconds: 60, stopGrace: 86_400 },
    ...{ openBy: 1_800_000_000, expiry: 1_802_592_060, salt: `0x${'22'.repeat(32)}` },
  }
}
