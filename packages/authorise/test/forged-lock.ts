import { openingTypedData, termsFromWire } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import type { SignatureLock } from '../src/machine/signature-lock.ts'
import type { Watched } from './signed-here.ts'

const THIEF = `0x${'66'.repeat(20)}` as const

/** A change of each of the twelve terms to a value that the escrow would accept. */
export const OTHER_TERMS: {
  [Name in keyof WireMeterTerms]: (terms: WireMeterTerms) => WireMeterTerms[Name]
} = {
  payer: () => THIEF,
  merchant: () => THIEF,
  operator: () => THIEF,
  token: () => THIEF,
  fee_recipient: () => THIEF,
  fee_bps: () => 1_000,
  rate_per_second: terms => `${terms.rate_per_second}0`,
  max_seconds: terms => terms.max_seconds * 2,
  stop_grace: () => 604_800,
  open_by: terms => terms.open_by + 3_600,
  expiry: terms => terms.expiry + 86_400,
  salt: () => `0x${'99'.repeat(32)}`,
}

/** The record with other terms and their digest, as a script that knows the format would write it. */
export function withTerms(lock: SignatureLock, change: Partial<WireMeterTerms>): SignatureLock {
  const terms = { ...lock.terms, ...change }
  const { chainId, escrow } = lock
  return { ...lock, terms, digest: openingTypedData(termsFromWire(terms), { chainId, escrow }).message.nonce }
}

/** Rewrites the browser's record of the signature, as a script in another tab can. */
export function forge(
  { storage, names, here }: Watched,
  change: (lock: SignatureLock) => SignatureLock,
): void {
  for (const name of names()) {
    const lock = change(JSON.parse(storage.read(name) ?? 'null') as SignatureLock)
    storage.erase(name)
    storage.write(`billing-authorise lock ${here.service.session.id} ${lock.digest}`, JSON.stringify(lock))
  }
}
