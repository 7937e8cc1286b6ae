import { expect, test } from '@per-second/testing/playwright'
import { newCheckout } from './new-checkout.ts'

test('an hour on the meter is settled and paid', async ({ merchant, wallet, element, clock }) => {
  await wallet.fund('100')
  await element.open(await newCheckout(merchant, { max_duration_seconds: 3_600 }))
  const { subscription } = await element.toAuthorise()
  expect(await wallet.balance()).toBe('64')
  await clock.advance('1h')
  const meter = await merchant.billing.subscriptions.retrieve(subscription ?? '')
  expect(meter).toMatchObject({ status: 'ended', settled_usd: '36', billed_seconds: 3_600 })
  expect(wallet.prompts).toEqual(['connect', 'typed_data'])
})

for (const [seconds, deposit] of [
  [60, '0.6'],
  [600, '6'],
  [7_200, '72'],
] as const) {
  test(`${seconds} seconds take ${deposit} AUSD from the wallet, and no more`, async ({
    merchant,
    wallet,
    element,
    chain,
  }) => {
    await wallet.fund(deposit)
    await element.open(await newCheckout(merchant, { max_duration_seconds: seconds }))
    await element.toAuthorise()
    expect(await wallet.balance()).toBe('0')
    expect((await chain.openedBy(wallet.address)).terms.maxSeconds).toBe(seconds)
    expect(await chain.gasOf(wallet.address)).toEqual({ transactions: 0, coins: 0n })
  })
}

test('the subscriber chooses a day', async ({ merchant, wallet, element }) => {
  await wallet.fund('1000')
  await element.open(await newCheckout(merchant))
  await element.locator
    .getByRole('button', { name: '1 day' })
    .or(element.locator.getByRole('radio', { name: '1 day' }))
    .click()
  const session = await element.toAuthorise({ email: 'grace@example.com' })
  expect(session.max_escrow_usd).toBe('864')
  const customer = await merchant.billing.customers.retrieve(session.customer ?? '')
  expect(customer).toMatchObject({ email: 'grace@example.com', wallet_address: wallet.address })
})

test('the meter ticks, and Stop settles it', async ({ merchant, wallet, element }) => {
  await wallet.fund('100')
  await element.open(await newCheckout(merchant))
  const { subscription } = await element.toAuthorise()
  await element.locator.getByRole('button', { name: 'Stop' }).click()
  await element.locator.getByRole('button', { name: 'Stop now' }).click()
  await expect(element.locator.getByText('Charged')).toBeVisible()
  const meter = await merchant.billing.subscriptions.retrieve(subscription ?? '')
  expect(meter).toMatchObject({ status: 'canceled', cancel_reason: 'subscriber' })
})

test('a pause costs nothing', async ({ merchant, wallet, element, clock }) => {
  await wallet.fund('100')
  await element.open(await newCheckout(merchant))
  const { subscription } = await element.toAuthorise()
  const { subscriptions } = merchant.billing
  await clock.freeze()
  const paused = await subscriptions.pause(subscription ?? '')
  await clock.advance('30d')
  expect((await subscriptions.retrieve(paused.id)).elapsed_seconds).toBe(paused.elapsed_seconds)
})

test('a machine starts the meter when it has booted', async ({ merchant, wallet, element, clock }) => {
  await wallet.fund('100')
  await element.open(await newCheckout(merchant, {}, { start_mode: 'merchant' }))
  const { subscription } = await element.toAuthorise()
  const { subscriptions } = merchant.billing
  await clock.advance('10m')
  expect(await subscriptions.retrieve(subscription ?? '')).toMatchObject({ status: 'pending_start' })
  expect(await subscriptions.start(subscription ?? '')).toMatchObject({
    status: 'running',
    elapsed_seconds: 0,
  })
})

test('a checkout that was left for a day has expired', async ({ merchant, element, clock }) => {
  const session = await newCheckout(merchant)
  await clock.advance('1d')
  await element.open(session)
  await expect(element.locator).toContainText('This checkout has expired')
})
