import {
  SIGN_IN_CHALLENGE_SECONDS,
  type SignInTextParameters,
  signInText,
} from '@per-second/protocol/sign-in'
import type { UnixSeconds } from '@per-second/protocol/time'
import { whole } from '../service/shape.ts'
import { RefusalError } from './refusal-error.ts'

/** `message` is the text as the service sent it. */
export type VerifySignInTextParameters = Omit<SignInTextParameters, 'issuedAt'> & { message: string }

/** Which field each line of the text carries (EIP-4361, with a statement and without resources). */
const FIELD_OF_LINE = [
  'domain',
  'address',
  'message',
  'statement',
  'message',
  'uri',
  'version',
  'chain_id',
  'nonce',
  'issued_at',
  'expires_at',
] as const

/**
 * Rebuilds the sign-in text from the page's own data and compares it byte for byte. Returns the page's own string for
 * the signature. Only the instant of issue is the service's: it must be a whole second, before `expiresAt` and at most
 * {@link SIGN_IN_CHALLENGE_SECONDS} earlier. Throws {@link RefusalError} `refused_sign_in`.
 */
export function verifySignInText(parameters: VerifySignInTextParameters): string {
  const { message, nonce, origin, address, chainId, expiresAt } = parameters
  if (typeof message !== 'string') throw refused('message')
  if (!Number.isSafeInteger(expiresAt)) throw refused('expires_at')
  const issuedAt = issuedAtOf(message)
  if (!whole(1, SIGN_IN_CHALLENGE_SECONDS)(expiresAt - issuedAt)) throw refused('issued_at')
  const own = ownText({ origin, address, chainId, nonce, issuedAt, expiresAt })
  if (own !== message) throw refused(differingField(message, own))
  return own
}

/** The text's instant of issue in any spelling, or NaN: only our own spelling passes the comparison of the whole text. */
function issuedAtOf(message: string): UnixSeconds {
  return Date.parse(/^Issued At: (.*)$/m.exec(message)?.[1] ?? '') / 1000
}

function ownText(parameters: SignInTextParameters): string {
  try {
    return signInText(parameters)
  } catch (cause) {
    // Everything else in it is the page's own, so the unwritable part is the service's nonce or instant.
    throw new RefusalError('refused_sign_in', 'nonce', { cause })
  }
}

function differingField(message: string, own: string): string {
  const theirs = message.split('\n')
  const line = own.split('\n').findIndex((text, index) => text !== theirs[index])
  return FIELD_OF_LINE[line] ?? 'message'
}

function refused(field: string): RefusalError {
  return new RefusalError('refused_sign_in', field)
}
