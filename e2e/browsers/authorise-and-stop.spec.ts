import type { Hex } from '@per-second/protocol/types'
import { expect, test } from './browser-test.ts'

test('connect, authorise, meter, stop, and a receipt with the figures of the chain', async ({
  store,
  chain,
}) => {
  await store.rent('H100 80 GB')
  await store.fillWallet()
  await expect.poll(() => store.part('max-escrow')).toBe('$2.4912')
  await store.press('10 min')
  await expect.poll(() => store.part('max-escrow')).toBe('$0.4152')

  await store.connect()
  await store.writesEmail('ada@example.com')
  const payer = await store.walletAddress()
  const before = await chain.balanceOf(payer)
  expect(before).toBe(100_000_000n)

  await store.press('Authorise $0.4152')
  expect(await store.typedData()).toContain('"value": "415200"')
  await store.answers('Confirm')
  await store.arrivesAtSuccess()
  await expect.poll(() => store.text()).toContain('of $0.4152 at most')
  await expect.poll(() => store.text()).toContain('Running')
  const { id, terms } = await chain.openedBy(payer)
  expect(await chain.balanceOf(payer)).toBe(before - 415_200n)
  expect(terms.maxSeconds).toBe(600)

  await expect.poll(() => store.text()).toMatch(/Time used00:(0[2-9]|[1-5]\d)/)
  await store.press('Stop')
  await store.press('Stop now')
  await expect.poll(() => store.part('charged')).not.toBe('')

  await expect.poll(() => chain.isClosed(id)).toBe(true)
  const settled = await chain.settledOf(id)
  expect(settled.gross).toBeGreaterThan(0n)
  expect(before - (await chain.balanceOf(payer))).toBe(settled.gross)
  const refund = await chain.refundIn(settled.transactions[0] as Hex)
  expect(refund).toBe(415_200n - settled.gross)
  await expect.poll(() => store.amount('charged')).toBe(settled.gross)
  await expect.poll(() => store.amount('refunded')).toBe(refund)
  expect((await chain.gasOf(payer)).transactions).toBe(0)
})
