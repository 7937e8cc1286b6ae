import { expect, test } from 'vitest'
import { signInText } from './sign-in.ts'

test('default: the whole EIP-4361 text', () => {
  const text = signInText({
    origin: 'https://shop.example:8443',
    address: '0x00000000efe302beaa2b3e6e1b18d08d69a9012a',
    chainId: 143,
    nonce: 'abcdefgh12345678',
    issuedAt: 1_800_000_000,
    expiresAt: 1_800_000_300,
  })
  expect(text).toBe(`shop.example:8443 wants you to sign in with your Ethereum account:
0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a

Sign in to come back to a per-second meter. This moves no money and costs no gas.

URI: https://shop.example:8443
Version: 1
Chain ID: 143
Nonce: abcdefgh12345678
Issued At: 2027-01-15T08:00:00.000Z
Expiration Time: 2027-01-15T08:05:00.000Z`)
})

test.each(['', 'short12', 'with space 123', 'line\nbreak99', 'ends12345\n', 'ünïcode12'])(
  'error: the nonce %j',
  nonce => {
    const parameters = {
      origin: 'https://shop.example',
      address: '0x00000000efe302beaa2b3e6e1b18d08d69a9012a',
      chainId: 143,
      nonce,
      issuedAt: 1_800_000_000,
      expiresAt: 1_800_000_300,
    } as const
    expect(() => signInText(parameters)).toThrow(TypeError)
  },
)
