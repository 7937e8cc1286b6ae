import { meterDigest, saltOfMeter, termsFromWire } from '@per-second/protocol/terms'
import type { SignatureLock } from '../machine/signature-lock.ts'
import { anObject, flag, matching, oneOf, orNull, text, whole, wrongField } from '../service/shape.ts'
import { brokenBound } from '../signing/broken-bound.ts'
import { isHexAddress } from '../signing/pins.ts'

const hex = matching(/^0x[0-9a-f]*$/i)
const clock = orNull(Number.isFinite)
const CLOCKS = { wall: Number.isFinite, monotonicMs: clock, block: clock, billing: clock }

/** Its terms are judged by {@link brokenBound}. */
const SHAPE: Record<Exclude<keyof SignatureLock, 'digest'>, (value: unknown) => boolean> = {
  service: text,
  terms: anObject,
  subscription: text,
  chainId: whole(1),
  escrow: isHexAddress,
  draft: text,
  secret: text,
  email: text,
  walletId: text,
  walletName: text,
  accountKind: oneOf(null, 'key', 'delegated', 'contract'),
  asked: whole(0),
  isGivenUp: flag,
  signature: orNull(hex),
  signedAt: orNull(value => wrongField(value, CLOCKS) === null),
  txHash: orNull(hex),
  isKnown: flag,
}

/**
 * The signature record in a text of the browser's storage, or null for anything else. Every script of the page's origin can write
 * there, so a record has to agree with itself: its digest is that of its terms, its salt that of the session. Terms that the escrow
 * would refuse are no record either.
 *
 * @param of the session and the digest that the record's name states
 */
export function recordedLock(
  stored: string | null,
  { session, digest }: { session: string; digest: string },
): SignatureLock | null {
  const record = parsed(stored)
  if (wrongField(record, SHAPE) !== null) return null
  const lock = record as SignatureLock
  const { terms, chainId, escrow, subscription } = lock
  if (brokenBound(terms, escrow) !== null) return null
  if (lock.digest !== digest || digest !== meterDigest(termsFromWire(terms), { chainId, escrow })) return null
  if (terms.salt !== saltOfMeter(session, subscription)) return null
  // The page that signed may be gone, and with it the meaning of its monotonic clock.
  return { ...lock, signedAt: lock.signedAt && { ...lock.signedAt, monotonicMs: null } }
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}
