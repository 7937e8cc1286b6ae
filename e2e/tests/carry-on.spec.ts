import { expect, test } from '../fixtures.ts'

test('a meter is carried on twice: one signature each, every second once, and the same machine', async ({
  store,
  chain,
  page,
}) => {
  await store.rent('H100 80 GB')
  await store.fillWallet()
  await store.connect()
  const payer = await store.walletAddress()
  const before = await chain.balanceOf(payer)
  const chooses = async (minutes: string) => {
    await store.element.getByRole('combobox', { name: 'Unit' }).selectOption('minute')
    await store.element.getByRole('spinbutton', { name: 'Duration' }).fill(minutes)
  }
  await chooses('5')
  await store.authorise('ada@example.com')
  const address = page.getByText(/^ssh you@/)
  const machine = await address.textContent()

  const sessions = [new URL(page.url()).searchParams.get('session')]
  for (const _ of [1, 2]) {
    await expect(store.element.getByText(/^Ends in [1-5] minutes?$/)).toBeVisible()
    await store.button('Extend').click()
    await page.waitForURL(/\/checkout\?session=cs_/)
    await expect(store.element.getByText(/Nothing is interrupted/)).toBeVisible()
    await expect(store.element.getByText('Comes back from before')).toBeVisible()
    await store.button('Connect wallet').click()
    await chooses('5')
    await store.authorise('ada@example.com')
    await expect(store.element.getByText(/^Carried on\. Before: /)).toBeVisible()
    await expect(address).toHaveText(machine ?? '')
    await expect(store.orderTitle).toHaveText('Your machine is ready')
    sessions.push(new URL(page.url()).searchParams.get('session'))
  }
  expect(new Set(sessions).size).toBe(3)
  await store.button('Stop').click()
  await store.button('Stop now').click()
  await expect(store.element.getByText('Charged')).toBeVisible()
  await expect(store.orderTitle).toHaveText('Your machine is off')
  await expect.poll(async () => before - (await chain.balanceOf(payer))).toBeLessThan(100_000n)
})
