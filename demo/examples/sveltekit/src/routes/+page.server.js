import { BILLING_URL, billing, findProduct } from '../lib/billing.server.js'

export async function load({ url }) {
  const product = await findProduct()
  const session = await billing().checkout.sessions.create({
    product: product.id,
    success_url: `${url.origin}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: url.origin,
  })
  return { session: session.id, billingUrl: BILLING_URL }
}
