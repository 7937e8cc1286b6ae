import type { WireMeterTerms } from '@per-second/protocol/types'
import { depositOf, type SignatureLock } from '../../machine/signature-lock.ts'
import type { StatedAuthorisation } from '../../signing/build-authorisation.ts'
import type { Signing } from '../../signing/signing.ts'

/** What a record of this browser states, in the form of a service's draft: it is judged like one. */
export function statedBy(lock: SignatureLock, { typedDataOf }: Signing): StatedAuthorisation {
  const typedData = typedDataOf(lock)
  return {
    terms: lock.terms,
    subscription_id: lock.subscription,
    typed_data: { ...typedData, message: { ...typedData.message, nonce: lock.digest } },
    deposit_wei: depositOf(lock.terms).toString(),
    sign_by: lock.terms.open_by,
  }
}

/**
 * Whether the service offers the same in everything that it alone chooses: payee and grace, and an expiry as far behind the deadline. It
 * offers a later deadline than it did when the record was made, never an earlier one.
 */
export function isOffered(recorded: WireMeterTerms, offered: WireMeterTerms): boolean {
  return (
    recorded.merchant === offered.merchant &&
    recorded.stop_grace === offered.stop_grace &&
    recorded.open_by <= offered.open_by &&
    recorded.expiry - recorded.open_by === offered.expiry - offered.open_by
  )
}
