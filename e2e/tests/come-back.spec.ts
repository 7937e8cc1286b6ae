import { expect, test } from '../fixtures.ts'

const BY_THE_CHECKOUT = ['Connect to this site?', 'Authorise this payment?']

test('a reload, a closed tab and a new visit find the running meter with Stop, and ask the wallet nothing', async ({
  store,
  page,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.connect()
  await store.authorise('ada@example.com')
  await expect(store.button('Stop')).toBeEnabled()
  await page.reload()
  await expect(store.button('Stop')).toBeEnabled()

  const later = await store.inNewTab()
  const order = page.url()
  await page.close()
  await later.page.goto(order)
  await expect(later.element.getByText('Running')).toBeVisible()
  await later.button('Stop').click()
  await later.button('Stop now').click()
  await expect(later.element.getByText('Charged')).toBeVisible()
  expect(store.prompts).toEqual(BY_THE_CHECKOUT)
})

test('a meter of 30 days is stopped in the browser that opened it, after hours of running and a month of pause', async ({
  store,
  clock,
  chain,
  page,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.element
    .getByRole('button', { name: '30 days' })
    .or(store.element.getByRole('radio', { name: '30 days' }))
    .click()
  await expect(store.maxEscrow).toHaveText('$22.032')
  await store.connect()
  const payer = await store.walletAddress()
  await store.authorise('ada@example.com')
  await expect(store.button('Stop')).toBeEnabled()

  await clock.advance('5h')
  await expect(store.button('Stop')).toBeEnabled()
  await page.reload()
  await expect(store.button('Stop')).toBeEnabled()
  await store.button('Pause').click()
  await expect(store.element.getByText('Paused', { exact: true })).toBeVisible()
  await clock.advance('31d')
  await page.reload()
  await expect(store.element.getByText('Paused', { exact: true })).toBeVisible()
  await store.button('Stop').click()
  await store.button('Stop now').click()
  await expect(store.element.getByText('Charged')).toBeVisible()

  const { id } = await chain.openedBy(payer)
  await expect.poll(() => chain.isClosed(id)).toBe(true)
  const { gross } = await chain.settledOf(id)
  // 8.5 base units a second, for five hours and for the minute at most that the flow takes. The month of pause is free.
  expect(gross).toBeGreaterThanOrEqual(153_000n)
  expect(gross).toBeLessThan(153_510n)
  expect(await chain.balanceOf(payer)).toBe(100_000_000n - gross)
  expect(store.prompts).toEqual(BY_THE_CHECKOUT)
})

test('the receipt needs no wallet until a day after the meter’s end, and a sign-in afterwards', async ({
  store,
  clock,
  page,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.connect()
  await store.authorise('ada@example.com')
  await expect(store.button('Stop')).toBeEnabled()
  await clock.advance('24h')
  await page.reload()
  await expect(store.element.getByText('Charged')).toBeVisible()
  expect(await store.amount('charged')).toBe(30_600n)

  await clock.advance('2h')
  await page.reload()
  await store.button('Connect wallet').click()
  await expect(store.element.getByText('Charged')).toBeHidden()
  await store.button('Sign in').click()
  await store.confirm()
  await expect(store.element.getByText('Charged')).toBeVisible()
  expect(store.prompts).toEqual([...BY_THE_CHECKOUT, 'Sign this message?'])
})

test('from another browser one signs in to the meter, without an e-mail, and stops it', async ({
  store,
  openElsewhere,
  chain,
  page,
}) => {
  await store.rent('Sandbox')
  await store.fillWallet()
  await store.connect()
  const payer = await store.walletAddress()
  await store.authorise('ada@example.com')
  await expect(store.button('Stop')).toBeEnabled()

  const elsewhere = await openElsewhere()
  await elsewhere.page.goto(page.url())
  await expect(elsewhere.button('Connect wallet')).toBeEnabled()
  await expect(elsewhere.button('Stop')).toBeHidden()
  await elsewhere.connect()
  await expect(elsewhere.button('Sign in')).toBeEnabled()
  await expect(elsewhere.email).toHaveCount(0)
  await elsewhere.button('Sign in').click()
  await elsewhere.confirm()
  await expect(elsewhere.button('Stop')).toBeEnabled()
  await expect(elsewhere.element.getByText('Checked against your signature')).toBeHidden()
  await elsewhere.button('Stop').click()
  await elsewhere.button('Stop now').click()
  await expect(elsewhere.element.getByText('Charged')).toBeVisible()
  expect(elsewhere.prompts).toEqual(['Connect to this site?', 'Sign this message?'])

  const { id } = await chain.openedBy(payer)
  await expect.poll(() => chain.isClosed(id)).toBe(true)
  const { gross } = await chain.settledOf(id)
  expect(await chain.balanceOf(payer)).toBe(100_000_000n - gross)
  await page.reload()
  await expect(store.element.getByText('Charged')).toBeVisible()
  expect(store.prompts).toEqual(BY_THE_CHECKOUT)
})
