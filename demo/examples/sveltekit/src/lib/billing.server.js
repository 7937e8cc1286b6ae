import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL: url, PORT = '3000', SHOP_URL: shop } = process.env

export const BILLING_URL = url ?? 'http://127.0.0.1:4243'
/** Named, because a server behind a proxy does not know its own address. */
export const SHOP_URL = shop ?? `http://localhost:${PORT}`

/** On the server only: the key must never reach a page. A build has no key, so the client is created when it is used. */
export function billing() {
  return createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })
}

/** Created once: a later order finds it. */
export async function findProduct() {
  const { products } = billing()
  const { data } = await products.list({ limit: 100 })
  const create = () => products.create({ name: 'GPU', rate_usd_per_second: '0.000277' })
  return data.find(({ name }) => name === 'GPU') ?? (await create())
}
