import { expect, test } from '@per-second/testing/playwright'
import { newCheckout } from './new-checkout.ts'

test('an answer that is lost when the meter opens is asked for again, and money moves once', async ({
  merchant,
  wallet,
  element,
  chain,
  fail,
}) => {
  await wallet.fund('100')
  const session = await newCheckout(merchant)
  await element.open(session)
  await fail('lost_response', { path: `/v1/client/checkout/sessions/${session.id}/authorise` })
  await element.toAuthorise()
  expect(await wallet.balance()).toBe('64')
  expect((await chain.openedBy(wallet.address)).terms.maxSeconds).toBe(3_600)
})

test('a service in trouble is shown with the way to try again', async ({ merchant, element, fail }) => {
  const session = await newCheckout(merchant)
  const path = `/v1/client/checkout/sessions/${session.id}`
  await fail('server_error', { path, count: 100 })
  await element.open(session)
  await expect(element.locator.getByRole('alert')).toBeVisible()
  await fail('server_error', { path, count: 0 })
  await element.locator.getByRole('button', { name: 'Try again' }).click()
  await expect(element.locator.getByRole('button', { name: 'Connect wallet' })).toBeEnabled()
})

for (const kind of ['server_error', 'lost_response', 'rate_limit'] as const) {
  test(`the shop's own client gets over ${kind}`, async ({ merchant, fail }) => {
    await fail(kind, { path: '/v1/products', count: 2 })
    const product = await merchant.billing.products.create({ name: 'GPU', rate_usd_per_second: '0.01' })
    expect((await merchant.billing.products.list()).data).toEqual([product])
  })
}
