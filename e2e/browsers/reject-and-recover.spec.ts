import { expect, test } from './browser-test.ts'

test('a rejected signature is explained, costs nothing, and another length can be chosen at once', async ({
  store,
  chain,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.press('Connect wallet')
  await store.answers('Reject')
  await expect.poll(() => store.text()).toContain('You declined in your wallet.')
  await store.press('Try again')
  await store.answers('Confirm')
  await store.writesEmail('grace@example.com')

  const payer = await store.walletAddress()
  await store.press('Authorise $0.0306')
  expect(await store.typedData()).toContain('"value": "30600"')
  await store.answers('Reject')
  await expect.poll(() => store.text()).toContain('Nothing was signed and nothing was charged.')
  expect(await chain.balanceOf(payer)).toBe(100_000_000n)
  await store.press('10 min')
  await store.press('Authorise $0.0051')
  expect(await store.typedData()).toContain('"value": "5100"')
  await store.answers('Confirm')
  await store.arrivesAtSuccess()
  await expect.poll(() => store.text()).toContain('Running')
  expect(await chain.balanceOf(payer)).toBe(100_000_000n - 5_100n)
})
