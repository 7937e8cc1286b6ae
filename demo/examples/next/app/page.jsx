import { headers } from 'next/headers'
import Script from 'next/script'
import { BILLING_URL, billing } from './billing.js'
import { Meter } from './meter.jsx'

export default async function Page() {
  const shop = `http://${(await headers()).get('host')}`
  const product = await billing().products.create({ name: 'GPU', rate_usd_per_second: '0.000277' })
  const session = await billing().checkout.sessions.create({
    product: product.id,
    success_url: `${shop}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: shop,
  })
  return (
    <main>
      <h1>Rent a GPU</h1>
      <Meter session={session.id} baseUrl={BILLING_URL} />
      {/* A wallet for a first try, from a local service. Remove it where money is real. */}
      <Script src={`${BILLING_URL}/_local/test-wallet.js`} />
    </main>
  )
}
