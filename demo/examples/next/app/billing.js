import { createClient } from '@per-second/client'

export const BILLING_URL = process.env.BILLING_URL ?? 'http://127.0.0.1:4243'

/** On the server only: the key must never reach a page. */
export function billing() {
  return createClient({ apiKey: process.env.BILLING_KEY, baseUrl: BILLING_URL })
}

/** Created once: a later order finds it. */
export async function findProduct() {
  const { products } = billing()
  const { data } = await products.list({ limit: 100 })
  const create = () => products.create({ name: 'GPU', rate_usd_per_second: '0.000277' })
  return data.find(({ name }) => name === 'GPU') ?? (await create())
}
