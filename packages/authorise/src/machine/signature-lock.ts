import { depositInBaseUnits } from '@per-second/protocol/money'
import type { Address, Hex, WireMeterTerms } from '@per-second/protocol/types'
import type { Clocks } from '../meter/refused-meter.ts'
import type { AccountKind } from '../wallet/wallet.ts'

/**
 * A record of a signature request for a session, stored before the wallet is prompted. While it exists, this browser signs nothing else
 * for the session. Once the meter is open, the element checks the meter's figures against it.
 */
export type SignatureLock = {
  /** The EIP-712 digest of the terms: the authorisation's nonce, and the meter's id on chain. */
  digest: Hex
  /** The origin of the service that wrote the draft. The element sends the draft to no other. */
  service: string
  terms: WireMeterTerms
  subscription: string
  chainId: number
  escrow: Address
  /** The opaque terms as the service wrote them, submitted with the signature. */
  draft: string
  /** The session whose meter the draft carries on. Null where it carries on none. */
  replaces: string | null
  /** 32 random bytes in hex. The draft claims their hash, so that a repeat is authentic. */
  secret: string
  email: string
  walletId: string
  accountKind: AccountKind | null
  /** The number of signature requests, over all tabs. Incremented before each request. */
  asked: number
  /** Whether every request was refused. Then another length may be requested, and a late signature is dropped. */
  isGivenUp: boolean
  /** Null until the wallet has signed. */
  signature: Hex | null
  /** The clocks at the time of the signature. */
  signedAt: Clocks | null
  txHash: Hex | null
  /** Whether the escrow is known to hold the meter. Then it is never signed again. */
  isKnown: boolean
}

/** Signatures for other sessions that could still open meters for the same payee: their digests, total deposit and deadline. */
export type OpenSignature = { digests: readonly Hex[]; depositUsd: string; openBy: number }

/** The deposit of these terms, in base units. */
export function depositOf({ rate_per_second, max_seconds }: WireMeterTerms): bigint {
  return depositInBaseUnits(BigInt(rate_per_second), max_seconds)
}

/** The signed terms of the session's own meter, if this browser has them. */
export function recordOf({
  lock,
  session,
}: {
  lock: SignatureLock | null
  session: { subscription: string | null }
}): SignatureLock | null {
  return lock?.signature && lock.subscription === session.subscription ? lock : null
}
