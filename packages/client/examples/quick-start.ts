import { createClient } from '@per-second/client'

const baseUrl = process.env.BILLING_URL ?? 'https://billing.example'
const billing = createClient({ apiKey: process.env.BILLING_KEY, baseUrl })

const product = await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000692' })
const session = await billing.checkout.sessions.create({
  product: product.id,
  success_url: 'https://shop.example/success?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/',
})
console.log(`<billing-authorise session="${session.id}" base-url="${baseUrl}"></billing-authorise>`)
