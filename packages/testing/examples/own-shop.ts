import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test as base } from '@per-second/testing/playwright'

export const test = base.extend<object, { shop: string }>({
  shop: [
    async ({ backend }, use) => {
      const { test_key: BILLING_KEY } = await backend.createMerchant()
      const shop = spawn('node', ['shop.js'], {
        env: { ...process.env, BILLING_KEY, BILLING_URL: backend.url, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [said] = await once(shop.stdout, 'data')
      await use(String(said).trim())
      shop.kill()
      await once(shop, 'exit')
    },
    { scope: 'worker' },
  ],
})
