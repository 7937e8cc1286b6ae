import { expect, test } from './browser-test.ts'

test('a reload before signing keeps the wallet and the e-mail, and one while the meter runs keeps Stop', async ({
  store,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.connect()
  await store.writesEmail('ada@example.com')
  await store.reload()
  await store.press('Connect wallet')
  await store.press('Authorise $0.0306')
  await store.answers('Confirm')
  await store.arrivesAtSuccess()
  await expect.poll(() => store.text()).toContain('Running')

  await store.reload()
  await store.press('Stop')
  expect(await store.walletText()).toBe('')
  await store.press('Stop now')
  await expect.poll(() => store.part('charged')).not.toBe('')
})
