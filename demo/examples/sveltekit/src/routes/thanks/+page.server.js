import { BILLING_URL, billing } from '../../lib/billing.server.js'

/** A visitor can type this address: the session tells whether it is true. */
export async function load({ url }) {
  const session = await billing().checkout.sessions.retrieve(url.searchParams.get('session') ?? '')
  return { session: session.id, billingUrl: BILLING_URL, isComplete: session.status === 'complete' }
}
