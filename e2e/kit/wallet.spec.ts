import { expect, test } from '@per-second/testing/playwright'
import { newCheckout } from './new-checkout.ts'
import { walletInPage } from './wallet-in-page.ts'

test('too little money is said before the wallet is asked', async ({ merchant, wallet, element }) => {
  await wallet.fund('1')
  await element.open(await newCheckout(merchant))
  await element.toReview()
  await element.locator.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await element.primary.click()
  await expect(element.locator).toContainText('Your wallet needs')
  expect(wallet.prompts).toEqual(['connect'])
})

test('a signature that is declined costs nothing, and can be asked for again', async ({
  merchant,
  wallet,
  element,
}) => {
  await wallet.fund('100')
  await element.open(await newCheckout(merchant))
  await wallet.answer('typed_data', 'reject')
  await element.toReview()
  await element.locator.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await element.primary.click()
  await expect(element.locator).toContainText('nothing was charged')
  expect(await wallet.balance()).toBe('100')
  await wallet.answer('typed_data', 'approve')
  await element.primary.click()
  await expect(element.locator.getByText('Running')).toBeVisible()
  expect(wallet.prompts).toEqual(['connect', 'typed_data', 'typed_data'])
})

test('an answer given before the page counts in it', async ({ merchant, wallet, element }) => {
  await wallet.answer('connect', 'reject')
  await element.open(await newCheckout(merchant))
  await element.primary.click()
  await expect(element.locator).toContainText('You declined in your wallet.')
})

test('a new tab has the same wallet', async ({ merchant, wallet, element, context }) => {
  await wallet.fund('100')
  await element.open(await newCheckout(merchant))
  await element.toAuthorise()
  const tab = await context.newPage()
  await tab.goto('about:blank')
  expect(await tab.evaluate(walletInPage, { method: 'eth_requestAccounts' })).toEqual([wallet.address])
})

test('a transaction of the wallet’s own goes to the chain, with the coin that was asked for', async ({
  page,
  wallet,
  chain,
}) => {
  await wallet.fund('1', { native: true })
  await page.goto('about:blank')
  await page.evaluate(walletInPage, { method: 'eth_requestAccounts' })
  const params = [{ from: wallet.address, to: wallet.address, data: '0x' }]
  const hash = await page.evaluate(walletInPage, { method: 'eth_sendTransaction', params })
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  await expect.poll(async () => (await chain.gasOf(wallet.address)).transactions).toBe(1)
})
