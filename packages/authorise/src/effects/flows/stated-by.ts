import type { WireMeterTerms } from '@per-second/protocol/types'
import { depositOf, type SignatureLock } from '../../machine/signature-lock.ts'
import type { StatedAuthorisation } from '../../signing/build-authorisation.ts'
import type { Signing } from '../../signing/signing.ts'

/** The statement of a record, in the form of a service's draft, so that the same checks apply. */
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
 * Whether the service offers the same values for all terms that it alone chooses: payee, grace, and the distance from deadline to
 * expiry. Its deadline may be later than the recorded one, never earlier.
 */
export function isOffered(recorded: WireMeterTerms, offered: WireMeterTerms): boolean {
  return (
    recorded.merchant === offered.merchant &&
    recorded.stop_grace === offered.stop_grace &&
    recorded.open_by <= offered.open_by &&
    recorded.expiry - recorded.open_by === offered.expiry - offered.open_by
  )
}
