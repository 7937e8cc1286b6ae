import { expect, test } from '../fixtures.ts'

test('an unknown order is explained by the store alone, which offers the way back', async ({
  store,
  page,
}) => {
  await store.openCheckout('cs_unknown')
  await expect(store.orderTitle).toHaveText('We have no such order')
  await expect(store.element).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the store' }).click()
  await expect(store.orderTitle).toHaveText('GPUs by the second.')
})

test('a session whose time is over says so, whether found or waited for', async ({ store, clock, page }) => {
  await store.rent('Sandbox')
  await clock.advance('1d')
  await page.reload()
  await expect(store.element).toContainText('This checkout has expired')
  await expect(store.button('Connect wallet')).toBeHidden()
})

test('reloading in the middle prompts nothing and goes on where it stood', async ({ store, page }) => {
  await store.rent('Studio seat')
  await store.fillWallet()
  await store.connect()
  await store.email.fill('ada@example.com')
  await page.reload()
  await store.button('Connect wallet').click()
  await expect(store.email).toHaveValue('ada@example.com')
  await store.button(/^Authorise/).click()
  await expect(store.wallet).toBeVisible()
  await page.reload()
  await expect(store.button(/^Authorise/)).toBeEnabled()
  await expect(store.wallet).toBeHidden()
  await store.button(/^Authorise/).click()
  await store.confirm()
  await page.waitForURL(/\/success\?session=cs_/)
  expect(store.prompts).toEqual([
    'Connect to this site?',
    'Authorise this payment?',
    'Authorise this payment?',
  ])
  await store.button('Pause').click()
  await expect(store.element.getByText('Paused', { exact: true })).toBeVisible()
  await store.button('Resume').click()
  await expect(store.element.getByText('Running', { exact: true })).toBeVisible()
})
