import { createClient } from '@per-second/client'

const billing = createClient({
  apiKey: process.env.BILLING_KEY,
  baseUrl: process.env.BILLING_URL ?? 'http://127.0.0.1:4243',
})

await billing.testHelpers.clock.freeze()
const { now } = await billing.testHelpers.clock.advance({ seconds: 3600 })
console.log('everything due until', now, 'is done')
