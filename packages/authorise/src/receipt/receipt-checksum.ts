import { keccak, toHex } from '@per-second/protocol/keccak'
import type { Hex } from '@per-second/protocol/types'

/** keccak256 of a receipt's fields but `checksum`, as JSON (UTF-8) with keys sorted by code unit and no white space. */
export function receiptChecksum(receipt: object): Hex {
  const { checksum: _own, ...fields } = receipt as Record<string, unknown>
  return toHex(keccak(canonicalJson(fields)))
}

function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}
