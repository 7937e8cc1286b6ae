import { openingTypedData, termsFromWire } from '@per-second/protocol/terms'
import type { Address, WireMeterTerms, WireTypedData } from '@per-second/protocol/types'
import { buildAuthorisation } from './build-authorisation.ts'
import type { RecoversToParameters } from './recovers-to.ts'
import { verifySignInText } from './verify-sign-in-text.ts'

/** All the checks between the service and the wallet, loaded as one, except those for a dispute. */
export const signing = {
  buildAuthorisation,
  typedDataOf,
  verifySignInText,
  recoversTo: async (claimed: RecoversToParameters) => (await import('./recovers-to.ts')).recoversTo(claimed),
}

export type Signing = typeof signing

/** The typed data that the wallet got for these terms, once more: the same object, hence the same digest. */
function typedDataOf({
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
