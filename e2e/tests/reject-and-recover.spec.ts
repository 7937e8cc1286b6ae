import { expect, test } from '../fixtures.ts'

test('a rejected signature is explained, costs nothing, and another length can be chosen at once', async ({
  store,
  chain,
  page,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.button('Connect wallet').click()
  await store.reject()
  await expect(store.element.getByText('You declined in your wallet.')).toBeVisible()
  await store.button('Try again').click()
  await store.confirm()

  const payer = await store.walletAddress()
  await store.email.fill('grace@example.com')
  await store.button(/^Authorise/).click()
  const asked = await store.typedData()
  await store.reject()
  await expect(store.element.getByText('Nothing was signed and nothing was charged.')).toBeVisible()
  expect(await chain.balanceOf(payer)).toBe(100_000_000n)
  await store.element.getByRole('radio', { name: '10 min' }).click()
  await store.button(/^Authorise/).click()
  expect(await store.typedData()).not.toBe(asked)
  await store.confirm()
  await page.waitForURL(/\/success\?session=cs_/)
  await expect(store.element.getByText('Running')).toBeVisible()
  expect(await chain.balanceOf(payer)).toBe(100_000_000n - 5_100n)
})

test('too little money is said before the wallet is asked, and the button looks once more', async ({
  store,
  page,
}) => {
  await store.rent('H100 80 GB')
  await store.connect()
  await store.email.fill('ada@example.com')
  await store.button(/^Authorise/).click()
  await expect(store.element.getByText(/Your wallet needs [\d.]+ AUSD more/)).toBeVisible()
  await expect(store.wallet).toBeHidden()
  await store.fillWallet()
  await store.button('I have added it').click()
  await store.confirm()
  await page.waitForURL(/\/success\?session=cs_/)
})
