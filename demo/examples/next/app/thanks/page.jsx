import Script from 'next/script'
import { Suspense } from 'react'
import { BILLING_URL, billing } from '../billing.js'
import { Meter } from '../meter.jsx'

export default function Page({ searchParams }) {
  return (
    <main>
      <Suspense fallback={<p>Looking for your order…</p>}>
        <Order searchParams={searchParams} />
      </Suspense>
    </main>
  )
}

/** A visitor can type this address: the session tells whether it is true. */
async function Order({ searchParams }) {
  const { session: id } = await searchParams
  const session = await billing().checkout.sessions.retrieve(String(id))
  if (session.status !== 'complete') return <p>Not authorised.</p>
  return (
    <>
      <h1>Your GPU is ready</h1>
      <Meter session={session.id} baseUrl={BILLING_URL} />
      <Script src={`${BILLING_URL}/_local/test-wallet.js`} />
    </>
  )
}
