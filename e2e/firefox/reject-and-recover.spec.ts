import { expect, test } from './firefox-test.ts'

test('Firefox: a rejected signature is explained, costs nothing, and the next try goes through', async ({
  store,
  chain,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.connect()
  await store.writesEmail('grace@example.com')
  await store.press('Sign in')
  await store.answers('Reject')
  await expect.poll(() => store.text()).toContain('You declined in your wallet.')
  await store.press('Try again')
  await store.answers('Confirm')

  const payer = await store.walletAddress()
  await store.press(/^Authorise/)
  await store.answers('Reject')
  await expect.poll(() => store.text()).toContain('Nothing was signed and nothing was charged.')
  expect(await chain.balanceOf(payer)).toBe(100_000_000n)
  await store.press('Try again')
  await store.answers('Confirm')
  await store.arrivesAtSuccess()
  await expect.poll(() => store.text()).toContain('Running')
})
