import { expect, onTestFinished, test, vi } from 'vitest'
import { createStoreBilling } from './store-billing.ts'

test('a service that does not respond holds a page for at most eleven seconds', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const billing = createStoreBilling({ apiKey: 'sk_test_1', baseUrl: 'https://billing.example' })
  const refused = vi.fn()
  billing.products.list().catch(refused)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }))
})
