import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

// Run again within a day, the keys return the same product, and one session for each order.
const product = await billing.products.create(
  { name: 'GPU, by the second', rate_usd_per_second: '0.000277' },
  { idempotencyKey: 'product-gpu' },
)
const session = await billing.checkout.sessions.create(
  {
    product: product.id,
    success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example/cart',
  },
  { idempotencyKey: 'order-4712' },
)
console.log(session.id)
