import { text } from 'node:stream/consumers'
import type { Hex } from '@per-second/protocol/types'
import { expect, test } from '../fixtures.ts'

test('a visitor rents a machine, watches the meter, stops it, and every figure is the same everywhere', async ({
  store,
  chain,
  page,
}) => {
  await store.rent('H100 80 GB')
  await store.fillWallet()
  await expect(store.maxEscrow).toHaveText('$2.4912')
  await store.element
    .getByRole('button', { name: '10 min' })
    .or(store.element.getByRole('radio', { name: '10 min' }))
    .click()
  await expect(store.maxEscrow).toHaveText('$0.4152')

  await store.connect()
  const payer = await store.walletAddress()
  const before = await chain.balanceOf(payer)
  expect(before).toBe(100_000_000n)

  const authorise = store.button(/^Authorise/)
  await expect(authorise).toHaveText('Authorise $0.4152')
  await expect(authorise).toBeDisabled()
  await store.email.fill('ada@example.com')
  await authorise.click()
  await expect(store.wallet).toContainText('$0.4152')
  expect(await store.typedData()).toContain('"value": "415200"')
  await store.confirm()

  await page.waitForURL(/\/success\?session=cs_/)
  await expect(store.element.getByText('Running')).toBeVisible()
  await expect(store.orderTitle).toHaveText('Your machine is ready')
  await expect(store.element.getByText('of $0.4152 at most')).toBeVisible()
  await expect(store.element.getByText('Checked against your signature')).toBeVisible()
  const { id, terms } = await chain.openedBy(payer)
  expect(await chain.balanceOf(payer)).toBe(before - 415_200n)
  expect(terms.maxSeconds).toBe(600)

  await expect(store.element.getByText(/^00:(0[2-9]|[1-5]\d)$/).first()).toBeVisible()
  await store.button('Stop').click()
  await expect(store.element.getByText('Stop the meter?')).toBeVisible()
  const [merchantBefore, feesBefore] = [
    await chain.balanceOf(terms.merchant),
    await chain.balanceOf(terms.feeRecipient),
  ]
  await store.button('Stop now').click()
  await expect(store.element.getByText('Charged')).toBeVisible()
  await expect(store.orderTitle).toHaveText('Your machine is off')

  await expect.poll(() => chain.isClosed(id)).toBe(true)
  const settled = await chain.settledOf(id)
  expect(settled.gross).toBeGreaterThan(0n)
  const lost = before - (await chain.balanceOf(payer))
  expect(lost).toBe(settled.gross)
  expect((await chain.balanceOf(terms.merchant)) - merchantBefore).toBe(settled.gross - settled.fee)
  expect((await chain.balanceOf(terms.feeRecipient)) - feesBefore).toBe(settled.fee)
  expect(await chain.refundIn(settled.transactions[0] as Hex)).toBe(415_200n - settled.gross)

  await expect.poll(() => store.amount('charged')).toBe(settled.gross)
  await expect.poll(() => store.amount('refunded')).toBe(415_200n - settled.gross)

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('table', { name: 'Meters' }).getByRole('link', { name: 'H100 80 GB' }).first().click()
  const story = page.getByRole('region', { name: 'What happened' })
  await expect(story.getByRole('listitem')).toHaveCount(5)
  await expect(story).toContainText('Stopped by the customer')
  const invoice = page.getByRole('region', { name: 'Invoices' }).getByRole('row').nth(1)
  await expect(invoice.getByTitle(settled.transactions[0] as Hex)).toBeVisible()
  await page.getByText('Raw object').click()
  await expect(page.locator('pre')).toContainText('"cancel_reason": "subscriber"')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(await text(await download.createReadStream())).toContain(settled.transactions[0] as Hex)
})
