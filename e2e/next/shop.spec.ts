import { expect, test } from '@playwright/test'
import { NextShop } from './next-shop.ts'

const SESSION = {
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  livemode: false,
  created: 1_790_000_000,
  expires_at: 1_790_086_400,
  success_url: 'https://shop.example/done',
  cancel_url: 'https://shop.example/cart',
  product: {
    id: 'prod_1',
    object: 'product',
    name: 'A100 GPU',
    description: null,
    rate_usd_per_second: '0.000277',
    rate_per_second_wei: '277',
    currency: 'ausd',
    allow_pause: true,
    start_mode: 'checkout',
    active: true,
    active_subscriptions: 0,
    livemode: false,
    created: 1_790_000_000,
  },
  merchant: { name: 'Northwind Compute', logo_url: null, accent: null, support_url: null },
  customer: null,
  subscription: null,
  max_duration_seconds: null,
  max_escrow_usd: null,
}

const shop = new NextShop()

test.beforeAll(() => shop.install())
test.afterEach(() => shop.stop())
test.afterAll(() => shop.remove())

for (const mode of ['dev', 'start'] as const) {
  test(`next ${mode}: rendered on the server, then objects and handlers are in place and no warning is printed`, async ({
    page,
    request,
  }) => {
    if (mode === 'start') shop.build()
    const url = await shop.serve(mode)
    const served = await (await request.get(url)).text()
    expect(served).toMatch(/<billing-authorise[^>]* session="cs_1"[^>]*><p slot="terms">/)

    const complaints: string[] = []
    page.on('console', message => {
      // Lit says once in every development build that it is one.
      if (message.text().startsWith('Lit is in dev mode.')) return
      if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(String(error)))
    const hydrated = Promise.withResolvers<void>()
    await page.route('**/v1/client/checkout/sessions/cs_1', async route => {
      await hydrated.promise
      await route.fulfill({ json: SESSION })
    })
    await page.goto(url)
    await page.locator('output').waitFor({ state: 'attached' })
    hydrated.resolve()

    const element = page.locator('billing-authorise')
    await element.getByRole('button', { name: 'Rent it' }).waitFor()
    await expect(page.locator('output')).toHaveText('billing-authorise-ready')
    const appearance = () => element.evaluate(each => Reflect.get(each, 'appearance'))
    expect(await appearance()).toEqual({ theme: 'night' })
    await expect(element).toHaveClass('checkout')

    await page.getByRole('button', { name: 'Another look' }).click()
    await expect.poll(appearance).toEqual({ theme: 'flat' })
    await element.getByRole('radio', { name: '1 day' }).click()
    await expect(page.locator('output')).toHaveText('billing-authorise-ready, round 1: $23.9328')
    expect(complaints).toEqual([])
  })
}
