import { openingTypedData, termsFromWire } from '@per-second/protocol/terms'
import type { Address, WireMeterTerms, WireTypedData } from '@per-second/protocol/types'

/** What the wallet was asked to sign for these terms, once more: the same object, hence the same digest. */
export function typedDataOf({
  terms,
  chainId,
  escrow,
}: {
  terms: WireMeterTerms
  chainId: number
  escrow: Address
}): WireTypedData {
  return openingTypedData(termsFromWire(terms), { chainId, escrow })
}
