import { baseUnitsFromUsd, usdFromBaseUnits } from '@per-second/protocol/money'
import type { Hex } from '@per-second/protocol/types'
import { expect, test } from './firefox-test.ts'

test('Firefox: connect, sign in, authorise, meter, stop, and a receipt with the figures of the chain', async ({
  store,
  chain,
}) => {
  await store.rent('H100 80 GB')
  await store.fillWallet()
  await expect.poll(() => store.part('max-escrow')).toBe('$2.4912')
  await store.press('10 min')
  await expect.poll(() => store.part('max-escrow')).toBe('$0.4152')

  await store.connect()
  await store.signIn('ada@example.com')
  const payer = await store.walletAddress()
  const before = await chain.balanceOf(payer)
  expect(before).toBe(100_000_000n)

  await store.press('Authorise $0.4152')
  await expect.poll(() => store.walletText()).toContain('"value": "415200"')
  await store.answers('Confirm')
  await store.arrivesAtSuccess()
  await expect.poll(() => store.text()).toContain('of $0.4152 at most')
  await expect.poll(() => store.text()).toContain('Running')
  const { id, terms } = await chain.openedBy(payer)
  expect(await chain.balanceOf(payer)).toBe(before - 415_200n)
  expect(terms.maxSeconds).toBe(600)

  await expect.poll(() => store.text()).toContain('00:02')
  await store.press('Stop')
  await store.press('Stop now')
  await expect.poll(() => store.part('charged')).not.toBe('')

  const settled = await chain.settledOf(id)
  expect(settled.gross).toBeGreaterThan(0n)
  expect(before - (await chain.balanceOf(payer))).toBe(settled.gross)
  const refund = await chain.refundIn(settled.transactions[0] as Hex)
  expect(refund).toBe(415_200n - settled.gross)
  await expect.poll(() => store.part('charged')).toBe(`$${usdFromBaseUnits(settled.gross)}`)
  expect(baseUnitsFromUsd((await store.part('refunded')).replace('$', ''))).toBe(refund)
})
