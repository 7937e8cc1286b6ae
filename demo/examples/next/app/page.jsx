import { headers } from 'next/headers'
import Script from 'next/script'
import { Suspense } from 'react'
import { BILLING_URL, billing, findProduct } from './billing.js'
import { Meter } from './meter.jsx'

export default function Page() {
  return (
    <main>
      <h1>Rent a GPU</h1>
      <Suspense fallback={<p>Preparing your order…</p>}>
        <Order />
      </Suspense>
    </main>
  )
}

/** Each visit has a session of its own, so nothing of this is cached. */
async function Order() {
  const shop = `http://${(await headers()).get('host')}`
  const product = await findProduct()
  const session = await billing().checkout.sessions.create({
    product: product.id,
    success_url: `${shop}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: shop,
  })
  return (
    <>
      <Meter session={session.id} baseUrl={BILLING_URL} />
      {/* A wallet for a first try, from a local service. Remove it where money is real. */}
      <Script src={`${BILLING_URL}/_local/test-wallet.js`} />
    </>
  )
}
