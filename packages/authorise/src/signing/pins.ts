import type { Address } from '@per-second/protocol/types'
import { AuthoriseError } from '../errors/authorise-error.ts'

/**
 * The page's own demands, from the attributes `chain-id`, `escrow`, `token`, `payee` and `max-fee`. Each is null where
 * the page leaves the choice open.
 */
export type Pins = {
  chainId: number | null
  escrow: Address | null
  token: Address | null
  payee: Address | null
  /** In basis points. */
  maxFee: number | null
}

/** An attribute of the page holds an impossible value, which no session could equal. */
class PinError extends AuthoriseError {
  override readonly name = 'PinError'

  /** @param allowed the values that the attribute takes */
  constructor(attribute: string, value: unknown, allowed: string) {
    super('attribute_invalid', `${attribute} is ${JSON.stringify(value)} and must be ${allowed}.`, {
      field: attribute,
    })
  }
}

/** @throws {PinError} for a pin that is neither left open nor a chain id, an address or basis points. */
export function requirePins({ chainId, maxFee, ...addresses }: Pins): void {
  if (chainId !== null && !(Number.isSafeInteger(chainId) && chainId > 0))
    throw new PinError('chain-id', chainId, 'a chain id')
  if (maxFee !== null && !(Number.isSafeInteger(maxFee) && maxFee >= 0))
    throw new PinError('max-fee', maxFee, 'a whole number of basis points')
  for (const attribute of ['escrow', 'token', 'payee'] as const) {
    const address = addresses[attribute]
    if (address !== null && !isHexAddress(address))
      throw new PinError(attribute, address, 'an address, 0x and 40 hexadecimal digits')
  }
}

/** Whether `value` has the shape of an address, in any case. */
export function isHexAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
