import { checksumAddress } from './keccak.ts'
import type { UnixSeconds } from './time.ts'
import type { Address } from './types.ts'

/** How long a sign-in challenge may be answered, in seconds. */
export const SIGN_IN_CHALLENGE_SECONDS = 300

/** The one sentence that every sign-in text carries. A text with another sentence is refused. */
export const SIGN_IN_STATEMENT =
  'Sign in to come back to a per-second meter. This moves no money and costs no gas.'

export type SignInTextParameters = {
  /** The page's origin, for example `https://shop.example`. Its host becomes the domain of the text. */
  origin: string
  address: Address
  chainId: number
  nonce: string
  issuedAt: UnixSeconds
  expiresAt: UnixSeconds
}

/**
 * The EIP-4361 text for a page's own origin: one fixed statement, no resources. Service and element build it alone and compare
 * (docs/money.md, rule 45).
 *
 * @throws {TypeError} for a nonce that is not at least eight letters and digits (EIP-4361): anything else could write lines of its own
 */
export function signInText(parameters: SignInTextParameters): string {
  const { origin, address, chainId, nonce, issuedAt, expiresAt } = parameters
  if (!/^[A-Za-z0-9]{8,}$/.test(nonce))
    throw new TypeError('the nonce must be at least eight letters and digits')
  return [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    checksumAddress(address),
    '',
    SIGN_IN_STATEMENT,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAt * 1000).toISOString()}`,
    `Expiration Time: ${new Date(expiresAt * 1000).toISOString()}`,
  ].join('\n')
}
