import { expect, test } from '@per-second/testing/playwright'
import { openShop } from './shop.ts'
import { walletInPage } from './wallet-in-page.ts'

test('a page with the service’s script has a wallet on its chain, which keeps its key, and a button that fills it', async ({
  backend,
  page,
  chain,
}) => {
  await using shop = await openShop()
  const script = `<script src="${backend.url}/_local/test-wallet.js"></script>`
  shop.show(`<!doctype html><title>Shop</title>${script}${script}<p>Loaded twice by mistake</p>`)
  const connect = { method: 'eth_requestAccounts' }
  await page.goto(shop.url)
  const [address] = (await page.evaluate(walletInPage, connect)) as [`0x${string}`]
  await page.getByRole('button', { name: 'Get 100 test AUSD' }).click()
  await expect(page.getByRole('button', { name: '100 test AUSD arrived' })).toBeEnabled()
  expect(await chain.balanceOf(address)).toBe(100_000_000n)
  expect(await chain.gasOf(address)).toEqual({ transactions: 0, coins: 0n })
  await page.reload()
  expect(await page.evaluate(walletInPage, connect)).toEqual([address])
  const params = [backend.line.chain.escrow, 'latest']
  const code = await page.evaluate(walletInPage, { method: 'eth_getCode', params })
  expect(String(code).length).toBeGreaterThan(1_000)
  await expect(page.getByRole('button')).toHaveCount(1)
})
