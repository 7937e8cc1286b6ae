import { expect, test } from '@per-second/testing/playwright'
import { newCheckout } from './new-checkout.ts'
import { openShop } from './shop.ts'

test('a shop of one’s own, in German and under a strict policy, gets its subscriber on the success page', async ({
  backend,
  merchant,
  page,
  wallet,
  element,
}) => {
  await using shop = await openShop(
    `default-src 'none'; script-src 'self'; img-src data:; connect-src ${backend.url}`,
  )
  const session = await newCheckout(merchant, { success_url: `${shop.url}/success` })
  shop.show(`<!doctype html><script type="module" src="/element/billing-authorise.js"></script>
<billing-authorise session="${session.id}" base-url="${backend.url}" locale="de"></billing-authorise>`)
  await wallet.fund('100')
  await page.goto(`${shop.url}/checkout`)
  expect(await element.toAuthorise()).toMatchObject({ id: session.id, status: 'complete' })
  await page.waitForURL(`${shop.url}/success`)
})
