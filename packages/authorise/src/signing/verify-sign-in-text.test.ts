import { SIGN_IN_STATEMENT } from '@per-second/protocol/sign-in'
import { describe, expect, test } from 'vitest'
import { type VerifySignInTextParameters, verifySignInText } from './verify-sign-in-text.ts'

const TEXT = [
  'shop.example wants you to sign in with your Ethereum account:',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '',
  SIGN_IN_STATEMENT,
  '',
  'URI: https://shop.example',
  'Version: 1',
  'Chain ID: 31337',
  'Nonce: abcdef1234567890',
  'Issued At: 2027-01-15T08:00:00.000Z',
  'Expiration Time: 2027-01-15T08:05:00.000Z',
].join('\n')

const HONEST: VerifySignInTextParameters = {
  message: TEXT,
  nonce: 'abcdef1234567890',
  origin: 'https://shop.example',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 31_337,
  expiresAt: 1_800_000_300,
}

// docs/money.md, rule 45
describe('verifySignInText', () => {
  test('returns the text of an honest service', () => {
    expect(verifySignInText(HONEST)).toBe(TEXT)
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'https://pay.shop.example:8443'])(
    'accepts the page’s own origin %s',
    origin => {
      const message = TEXT.replace('shop.example wants', `${new URL(origin).host} wants`).replace(
        'URI: https://shop.example',
        `URI: ${origin}`,
      )
      expect(verifySignInText({ ...HONEST, origin, message })).toBe(message)
    },
  )

  test('accepts an address without its checksum from the wallet', () => {
    const address = HONEST.address.toLowerCase() as `0x${string}`
    expect(verifySignInText({ ...HONEST, address })).toBe(TEXT)
  })

  test.each([
    ['another domain', 'shop.example wants', 'evil.example wants', 'domain'],
    ['a scheme before the domain', 'shop.example wants', 'https://shop.example wants', 'domain'],
    ['another account', '0xf39F', '0xf39f', 'address'],
    ['another statement', 'This moves no money', 'This moves money', 'statement'],
    ['no statement', `${SIGN_IN_STATEMENT}\n`, '', 'statement'],
    ['another address of the page', 'URI: https://shop.example', 'URI: https://evil.example', 'uri'],
    ['another version', 'Version: 1', 'Version: 2', 'version'],
    ['another chain', 'Chain ID: 31337', 'Chain ID: 1', 'chain_id'],
    ['another nonce', 'Nonce: abcdef1234567890', 'Nonce: abcdef1234567891', 'nonce'],
    ['a later issue than its end', '08:00:00.000Z', '08:05:00.000Z', 'issued_at'],
    ['a life of more than five minutes', '08:00:00.000Z', '07:59:59.000Z', 'issued_at'],
    ['a fraction of a second', '08:00:00.000Z', '08:00:00.500Z', 'issued_at'],
    ['another spelling of the instant', '08:00:00.000Z', '08:00:00Z', 'issued_at'],
    ['no instant', '2027-01-15T08:00:00.000Z', 'today', 'issued_at'],
    ['another end', '08:05:00.000Z', '08:04:00.000Z', 'expires_at'],
    ['resources', TEXT, `${TEXT}\nResources:\n- https://evil.example`, 'message'],
    ['a request id', TEXT, `${TEXT}\nRequest ID: 1`, 'message'],
    ['a trailing line', TEXT, `${TEXT}\n`, 'message'],
    ['other line ends', '\nVersion', '\r\nVersion', 'uri'],
    [
      'a second issue that hides the first',
      'Version: 1',
      'Issued At: 2027-01-15T08:00:00.000Z\nVersion: 1',
      'version',
    ],
    ['nothing', TEXT, '', 'issued_at'],
  ])('refuses %s', (_, from, to, field) => {
    expect(() => verifySignInText({ ...HONEST, message: TEXT.replace(from, to) })).toThrow(refusal(field))
  })

  test.each(['short', 'with space 123', 'line\nbreak99'])('refuses the nonce %j', nonce => {
    const message = TEXT.replace('abcdef1234567890', nonce)
    expect(() => verifySignInText({ ...HONEST, nonce, message })).toThrow(refusal('nonce'))
  })

  test.each([Number.NaN, 1_800_000_300.5, '1800000300'])('refuses the end %j', expiresAt => {
    expect(() => verifySignInText({ ...HONEST, expiresAt: expiresAt as number })).toThrow(
      refusal('expires_at'),
    )
  })

  test('refuses a value that is no text', () => {
    expect(() => verifySignInText({ ...HONEST, message: null as never })).toThrow(refusal('message'))
  })
})

function refusal(field: string) {
  return expect.objectContaining({ name: 'RefusalError', code: 'refused_sign_in', field })
}
