import { BILLING_URL, billing, findProduct, SHOP_URL } from '../lib/billing.server.js'

export async function load() {
  const product = await findProduct()
  const session = await billing().checkout.sessions.create({
    product: product.id,
    success_url: `${SHOP_URL}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: SHOP_URL,
  })
  return { session: session.id, billingUrl: BILLING_URL }
}
