import { meterDigest, saltOfMeter, termsFromWire } from '@per-second/protocol/terms'
import type { SignatureLock } from '../machine/signature-lock.ts'
import { anObject, flag, matching, oneOf, orNull, text, whole, wrongField } from '../service/shape.ts'
import { brokenBound } from '../signing/broken-bound.ts'
import { isHexAddress } from '../signing/pins.ts'

const hex = matching(/^0x[0-9a-f]*$/i)
const clock = orNull(Number.isFinite)
const CLOCKS = { wall: Number.isFinite, monotonicMs: clock, block: clock, billing: clock }

/** {@link brokenBound} checks its terms. */
const SHAPE: Record<Exclude<keyof SignatureLock, 'digest'>, (value: unknown) => boolean> = {
  service: text,
  terms: anObject,
  subscription: text,
  chainId: whole(1),
  escrow: isHexAddress,
  draft: text,
  replaces: orNull(text),
  secret: text,
  email: text,
  walletId: text,
  accountKind: oneOf(null, 'key', 'delegated', 'contract'),
  asked: whole(0),
  isGivenUp: flag,
  signature: orNull(hex),
  signedAt: orNull(value => wrongField(value, CLOCKS) === null),
  txHash: orNull(hex),
  isKnown: flag,
}

/**
 * A signature record from the browser's storage; null for anything else. Every script of the page's origin can write there, so
 * the record has to be consistent: its digest matches its terms, its salt the session. Terms that the escrow would refuse are no record.
 *
 * @param of the session and the digest that the record's name states
 */
export function recordedLock(
  stored: unknown,
  { session, digest }: { session: string; digest: string },
): SignatureLock | null {
  if (wrongField(stored, SHAPE) !== null) return null
  const lock = stored as SignatureLock
  const { terms, chainId, escrow, subscription } = lock
  if (brokenBound(terms, escrow) !== null) return null
  if (lock.digest !== digest || digest !== meterDigest(termsFromWire(terms), { chainId, escrow })) return null
  if (terms.salt !== saltOfMeter(session, subscription)) return null
  // The signing page may be gone, and its monotonic clock has no meaning here.
  return { ...lock, signedAt: lock.signedAt && { ...lock.signedAt, monotonicMs: null } }
}
