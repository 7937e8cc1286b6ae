import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

const meter = await billing.subscriptions.cancel(process.env.SUBSCRIPTION ?? '')
console.log(meter.elapsed_seconds, 'seconds:', meter.settled_usd, 'paid,', meter.refunded_usd, 'returned')
