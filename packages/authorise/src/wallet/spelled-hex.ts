import type { Hex } from '@per-second/protocol/types'
import { numberToHex, padHex, size, slice } from 'viem'
import { convertWalletError, walletError } from './convert-wallet-error.ts'

/** Fields in which wallets and bridges wrap their responses. */
const WRAPPERS = ['result', 'signature', 'sig', 'hash'] as const

/** The hex of a wallet's response, with or without 0x, in any case, in an object or not; null if there is none. */
export function spelledHex(answer: unknown): Hex | null {
  if (typeof answer === 'string') {
    const [, digits] = /^(?:0x)?((?:[0-9a-f]{2})*)$/i.exec(answer.trim()) ?? []
    // An empty text is no hex. An empty `0x` is.
    return digits === undefined || answer.trim() === '' ? null : `0x${digits.toLowerCase()}`
  }
  if (typeof answer !== 'object' || answer === null) return null
  const fields = answer as Record<string, unknown>
  for (const name of WRAPPERS) if (name in fields) return spelledHex(fields[name])
  return joined(fields)
}

/** Some wallets return null, or the error, for a rejection. An empty `0x` is valid: a contract may have approved on-chain. */
export function requireHex(answer: unknown): Hex {
  const hex = spelledHex(answer)
  if (hex === null) throw convertWalletError(answer)
  return hex
}

export function requireHash(answer: unknown): Hex {
  const hash = requireHex(answer)
  if (size(hash) !== 32) throw walletError('wallet_failed', answer)
  return hash
}

/** A signature in three fields. */
function joined({ r, s, v, yParity }: Record<string, unknown>): Hex | null {
  const [left, right, parity] = [spelledHex(r), spelledHex(s), Number(v ?? yParity)]
  if (!left || !right || size(left) > 32 || size(right) > 32 || !(parity >= 0 && parity < 256)) return null
  const words = [padHex(left, { size: 32 }), padHex(right, { size: 32 }), numberToHex(parity, { size: 1 })]
  return `0x${words.map(word => word.slice(2)).join('')}`
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const TOP_BIT = 1n << 255n

/**
 * A key's signature in the token's form: 65 bytes, the lower s, 27 or 28 at the end. A contract's signature may have any form, so another
 * spelling counts only if it recovers to the account.
 *
 * @param recovers whether a signature in the token's form is the account's
 */
export async function keySignature(given: Hex, recovers: (signature: Hex) => Promise<boolean>): Promise<Hex> {
  const spelling = tokenSpelling(given)
  return spelling === null || spelling === given || !(await recovers(spelling)) ? given : spelling
}

function tokenSpelling(given: Hex): Hex | null {
  if (size(given) !== 65 && size(given) !== 64) return null
  const isCompact = size(given) === 64
  const second = BigInt(slice(given, 32, 64))
  const last = isCompact ? Number(second >> 255n) : Number(slice(given, 64, 65))
  const parity = last >= 27 ? last - 27 : last
  if (parity > 1) return null
  const s = isCompact ? second & (TOP_BIT - 1n) : second
  if (s === 0n || s >= ORDER) return null
  const isLow = s <= ORDER / 2n
  const words = [slice(given, 0, 32), numberToHex(isLow ? s : ORDER - s, { size: 32 })]
  const v = 27 + (isLow ? parity : 1 - parity)
  return `0x${[...words, numberToHex(v)].map(word => word.slice(2)).join('')}`
}
