import type { CheckoutSession, WireMeterTerms } from '@per-second/protocol/types'

/** Whether terms kept in this page are those of the session as it is now. */
export function isOfSession(
  { terms, subscription = null }: { terms: WireMeterTerms | null; subscription?: string | null },
  session: Pick<CheckoutSession, 'subscription' | 'max_duration_seconds'>,
): boolean {
  return (
    terms !== null &&
    subscription !== null &&
    subscription === session.subscription &&
    terms.max_seconds === session.max_duration_seconds
  )
}
