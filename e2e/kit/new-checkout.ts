import type { TestMerchant } from '@per-second/testing'

/** A checkout of a merchant who sells a second for a cent. */
export async function newCheckout(
  { billing }: TestMerchant,
  fields: { max_duration_seconds?: number; success_url?: string } = {},
  product: { start_mode?: 'checkout' | 'merchant' } = {},
) {
  const { id } = await billing.products.create({
    name: 'A GPU',
    rate_usd_per_second: '0.01',
    allow_pause: true,
    ...product,
  })
  return billing.checkout.sessions.create({
    product: id,
    success_url: 'https://shop.example/success',
    cancel_url: 'https://shop.example/',
    ...fields,
  })
}
