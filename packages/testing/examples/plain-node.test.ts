import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBackend } from '@per-second/testing'

test('an hour on a GPU costs a dollar', async () => {
  await using backend = await startBackend()
  const { billing } = await backend.createMerchant()
  const wallet = backend.createWallet()
  await wallet.fund('100')
  const product = await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000277' })
  const session = await billing.checkout.sessions.create({
    product: product.id,
    success_url: 'https://shop.example/success',
    cancel_url: 'https://shop.example/',
  })
  const meter = await wallet.openMeter(session, { maxDuration: '1h' })
  await backend.clock.advance('1h')
  const { status, settled_usd } = await meter.read()
  assert.deepEqual([status, settled_usd], ['ended', '0.9972'])
})
