/**
 * The actions of every consumer on its client, in plain JavaScript that any runtime understands. They are a throttled
 * creation, a walk over three pages, an error, a delete, an abort, a webhook and a forged webhook.
 */
export async function exercise(client, baseUrl) {
  const billing = client.createClient({ apiKey: 'sk_test_consumer', baseUrl })
  const product = await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000692' })
  const invoices = []
  for await (const invoice of billing.invoices.list({ limit: 2 })) invoices.push(invoice.id)
  const deleted = await billing.webhookEndpoints.del('we_1')
  const missing = await billing.customers.retrieve('cus_unknown').catch(error => error)
  const aborted = await billing.products
    .retrieve('prod_1', { signal: AbortSignal.abort() })
    .catch(error => error)
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signed = await client.webhooks.signTestEvent(
    { type: 'product.created', data: { object: product } },
    secret,
  )
  const event = await client.webhooks.verify(signed.payload, signed.headers, secret)
  const forged = await client.webhooks
    .verify(`${signed.payload} `, signed.headers, secret)
    .catch(error => error)
  return {
    product: product.id,
    invoices,
    deleted: deleted.deleted,
    missing:
      missing instanceof client.NotFoundError && missing instanceof client.BillingError && missing.code,
    aborted: aborted instanceof client.ConnectionError && aborted.code,
    webhook: event.data.object.id,
    forged: forged instanceof client.WebhookVerificationError && forged.code,
    exports: Object.keys(client)
      .filter(name => name !== 'default')
      .sort(),
  }
}
