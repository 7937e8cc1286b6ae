import { depositInBaseUnits } from '@per-second/protocol/money'
import type { Address, Hex, WireMeterTerms } from '@per-second/protocol/types'
import type { Clocks } from '../meter/refused-meter.ts'
import type { AccountKind } from '../wallet/wallet.ts'

/**
 * What the wallet was asked to sign for a session, written down before it is asked. While it stands this browser signs nothing else
 * for that session; once the meter is open it is the record that the meter's figures are held against.
 */
export type SignatureLock = {
  /** The EIP-712 digest of the terms: the authorisation's nonce, and the meter's id on chain. */
  digest: Hex
  /** The origin of the service that wrote the draft: nothing of it goes to another. */
  service: string
  terms: WireMeterTerms
  subscription: string
  chainId: number
  escrow: Address
  /** The service's own words for the terms, opaque; handed in with the signature. */
  draft: string
  /** 32 random bytes in hex whose hash the draft claims: they make a repeat authentic. */
  secret: string
  email: string
  walletId: string
  walletName: string
  accountKind: AccountKind | null
  /** How often a wallet was asked for it, by any tab; raised before each request. */
  asked: number
  /** Whether every request was refused: another length may be asked for, and what is signed late is dropped. */
  isGivenUp: boolean
  /** Null until the wallet has answered. */
  signature: Hex | null
  /** What the clocks said when it was signed. */
  signedAt: Clocks | null
  txHash: Hex | null
  /** Whether the escrow was seen to know the meter: then it is never signed again. */
  isKnown: boolean
}

/** Signatures for other sessions that could still open meters for the same payee: which, what they are worth together, and until when. */
export type OpenSignature = { digests: readonly Hex[]; depositUsd: string; openBy: number }

/** What these terms move into the escrow, in base units. */
export function depositOf({ rate_per_second, max_seconds }: WireMeterTerms): bigint {
  return depositInBaseUnits(BigInt(rate_per_second), max_seconds)
}

/** The record of what was signed for the session's own meter, where this browser has it. */
export function recordOf({
  lock,
  session,
}: {
  lock: SignatureLock | null
  session: { subscription: string | null }
}): SignatureLock | null {
  return lock?.signature && lock.subscription === session.subscription ? lock : null
}
