import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

/** The receipt of a meter that ended, for your own mail program to send. */
async function receiptOf(subscription: string): Promise<{ to: string; text: string }> {
  const meter = await billing.subscriptions.retrieve(subscription)
  const [product, customer] = await Promise.all([
    billing.products.retrieve(meter.product),
    billing.customers.retrieve(meter.customer),
  ])
  const transactions: string[] = []
  for await (const invoice of billing.invoices.list({ subscription, status: 'paid' }))
    transactions.push(invoice.tx_hash)
  const text = `${product.name}: ${meter.billed_seconds} seconds at $${meter.rate_usd_per_second}.
You were charged $${meter.settled_usd}. $${meter.refunded_usd} went back to your wallet.
Transactions: ${transactions.join(', ')}`
  return { to: customer.email, text }
}

console.log(await receiptOf(process.env.SUBSCRIPTION ?? ''))
