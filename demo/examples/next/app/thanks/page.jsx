import Script from 'next/script'
import { BILLING_URL, billing } from '../billing.js'
import { Meter } from '../meter.jsx'

/** Anybody can type this address: the session tells whether it is true. */
export default async function Page({ searchParams }) {
  const { session: id } = await searchParams
  const session = await billing().checkout.sessions.retrieve(String(id))
  if (session.status !== 'complete') return <p>Not authorised.</p>
  return (
    <main>
      <h1>Your GPU is ready</h1>
      <Meter session={session.id} baseUrl={BILLING_URL} />
      <Script src={`${BILLING_URL}/_local/test-wallet.js`} />
    </main>
  )
}
