import { createClient } from '@per-second/client'

const billing = createClient({
  apiKey: process.env.BILLING_KEY,
  baseUrl: process.env.BILLING_URL ?? 'https://billing.example',
})

const page = await billing.invoices.list({ limit: 2, status: 'paid' })
console.log(page.data.length, page.has_more)

for await (const invoice of billing.invoices.list({ limit: 2, period_end: { gte: 1_790_000_000 } })) {
  console.log(invoice.id, invoice.seconds, invoice.net, invoice.tx_hash)
}
