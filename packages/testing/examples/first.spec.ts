import { expect, test } from '@per-second/testing/playwright'

test('an hour on a GPU costs a dollar', async ({ merchant, wallet, element, clock }) => {
  const { products, checkout, subscriptions } = merchant.billing
  const product = await products.create({ name: 'H100', rate_usd_per_second: '0.000277' })
  const urls = { success_url: 'https://shop.example/success', cancel_url: 'https://shop.example/' }
  await wallet.fund('100')
  await element.open(await checkout.sessions.create({ product: product.id, ...urls }))
  const { subscription } = await element.toAuthorise()
  await clock.advance('1h')
  expect(await subscriptions.retrieve(String(subscription))).toMatchObject({ settled_usd: '0.9972' })
})
