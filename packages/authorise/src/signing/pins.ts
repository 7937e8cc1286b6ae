import type { Address } from '@per-second/protocol/types'

/** What the page itself insists on, from the attributes `chain-id`, `escrow` and `payee`; null where it leaves the choice open. */
export type Pins = { chainId: number | null; escrow: Address | null; payee: Address | null }

/** An attribute of the page holds what cannot be meant: nothing would ever equal it. */
export class PinError extends Error {
  override readonly name = 'PinError'
  readonly code = 'attribute_invalid'
  /** The attribute's name. */
  readonly field: string

  constructor(field: string) {
    super(`The attribute ${field} of <billing-authorise> is not valid.`)
    this.field = field
  }
}

/** @throws {PinError} for a pin that is neither left open nor a chain id or an address. */
export function requirePins({ chainId, escrow, payee }: Pins): void {
  if (chainId !== null && !(Number.isSafeInteger(chainId) && chainId > 0)) throw new PinError('chain-id')
  if (escrow !== null && !isHexAddress(escrow)) throw new PinError('escrow')
  if (payee !== null && !isHexAddress(payee)) throw new PinError('payee')
}

/** Whether `value` has the shape of an address, in whatever case. */
export function isHexAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
