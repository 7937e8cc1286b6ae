import { expect, test } from '../fixtures.ts'

test('two prompts, one of them a signature, and no transaction and no gas of the payer', async ({
  store,
  chain,
}) => {
  await store.rent('H100 80 GB')
  await store.fillWallet()
  await store.connect()
  const payer = await store.walletAddress()
  const before = await chain.gasOf(payer)
  expect(before.transactions).toBe(0)
  await expect(store.button('Sign in')).toHaveCount(0)
  await store.authorise('ada@example.com')
  await expect(store.element.getByText('Running')).toBeVisible()

  const { terms, sender } = await chain.openedBy(payer)
  expect(sender).toBe(terms.operator)
  await store.button('Stop').click()
  await store.button('Stop now').click()
  await expect(store.element.getByText('Charged')).toBeVisible()
  expect(store.prompts).toEqual(['Connect to this site?', 'Authorise this payment?'])
  expect(await chain.gasOf(payer)).toEqual(before)
})

test('a wallet that the site is connected to is asked for one signature and nothing else', async ({
  store,
  chain,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.connect()
  const payer = await store.walletAddress()
  await expect(store.email).toBeVisible()
  const before = [...store.prompts]

  await store.rent('Sandbox')
  await store.button('Connect wallet').click()
  await store.authorise('ada@example.com')
  await expect(store.element.getByText('Running')).toBeVisible()
  expect(store.prompts.slice(before.length)).toEqual(['Authorise this payment?'])
  expect(await chain.balanceOf(payer)).toBe(100_000_000n - 30_600n)
})
