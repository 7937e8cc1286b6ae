import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

const id = process.env.SUBSCRIPTION ?? ''
const paused = await billing.subscriptions.pause(id)
console.log(paused.status, 'after', paused.elapsed_seconds, 'seconds')

const running = await billing.subscriptions.resume(id)
console.log(running.status)
