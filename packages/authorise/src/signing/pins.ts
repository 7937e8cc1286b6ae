import type { Address } from '@per-second/protocol/types'
import { AuthoriseError } from '../errors/authorise-error.ts'

/**
 * The page's own demands, from the attributes `chain-id`, `escrow`, `token`, `payee` and `max-fee`. Each is null where
 * the page leaves the choice open (docs/money.md, rule 61).
 */
export type Pins = {
  chainId: number | null
  escrow: Address | null
  token: Address | null
  payee: Address | null
  /** In basis points. */
  maxFee: number | null
}

/** @throws {AuthoriseError} `attribute_invalid` for a pin that is neither left open nor a chain id, an address or basis points. */
export function requirePins({ chainId, maxFee, ...addresses }: Pins): void {
  if (chainId !== null && !(Number.isSafeInteger(chainId) && chainId > 0))
    throw impossible('chain-id', chainId, 'a chain id')
  if (maxFee !== null && !(Number.isSafeInteger(maxFee) && maxFee >= 0))
    throw impossible('max-fee', maxFee, 'a whole number of basis points')
  for (const attribute of ['escrow', 'token', 'payee'] as const) {
    const address = addresses[attribute]
    if (address !== null && !isHexAddress(address))
      throw impossible(attribute, address, 'an address, 0x and 40 hexadecimal digits')
  }
}

/** Whether `value` has the shape of an address, in any case. */
export function isHexAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/** An attribute of the page holds a value that no session could equal. */
function impossible(field: string, value: unknown, allowed: string): AuthoriseError {
  const shown = typeof value === 'number' ? value : JSON.stringify(value)
  const message = `${field} is ${shown} and must be ${allowed}.`
  return new AuthoriseError('attribute_invalid', message, { field })
}
