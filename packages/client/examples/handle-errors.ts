import {
  AuthenticationError,
  BillingError,
  ConnectionError,
  createClient,
  NotFoundError,
  RateLimitError,
} from '@per-second/client'

const billing = createClient({
  apiKey: process.env.BILLING_KEY,
  baseUrl: process.env.BILLING_URL ?? 'https://billing.example',
})

try {
  await billing.customers.retrieve('cus_unknown')
} catch (error) {
  if (error instanceof NotFoundError) console.log('no such customer:', error.code, error.requestId)
  else if (error instanceof RateLimitError) console.log('try again in', error.retryAfterSeconds, 'seconds')
  else if (error instanceof AuthenticationError) console.log('look at the key:', error.code)
  else if (error instanceof ConnectionError) console.log(error.reason, 'at', error.address)
  else if (error instanceof BillingError) console.log(error.status, error.type, error.param, error.message)
  else throw error
}
