import {
  type BillingClient,
  BillingError,
  type BillingEvent,
  createClient,
  type Invoice,
  type Product,
  type WebhookEndpointWithSecret,
} from '@per-second/client'

const billing: BillingClient = createClient({ apiKey: 'sk_test_1', baseUrl: 'https://billing.example' })

export async function use(event: BillingEvent): Promise<string> {
  const product: Product = await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000692' })
  const endpoint: WebhookEndpointWithSecret = await billing.webhookEndpoints.create({
    url: 'https://a.example',
  })
  for await (const invoice of billing.invoices.list({ period_end: { gte: 1 } })) {
    const exact: Invoice = invoice
    if (exact.net === '0') break
  }
  // @ts-expect-error money is never a number
  await billing.products.create({ name: 'H100', rate_usd_per_second: 0.000692 })
  // @ts-expect-error a session needs both addresses
  await billing.checkout.sessions.create({ product: product.id })
  if (event.type === 'invoice.paid') return event.data.object.tx_hash
  try {
    await billing.customers.retrieve('cus_1')
  } catch (error) {
    if (error instanceof BillingError) return `${error.status} ${error.type} ${error.code} ${error.param}`
  }
  return endpoint.secret
}
