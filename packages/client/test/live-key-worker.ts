import { createClient } from '../src/client.ts'

createClient({ apiKey: 'sk_live_1', baseUrl: 'https://billing.example' })
  .products.retrieve('prod_1')
  .then(
    () => postMessage('sent'),
    error => postMessage(error.code),
  )
