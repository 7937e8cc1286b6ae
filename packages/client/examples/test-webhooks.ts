import { webhooks } from '@per-second/client'
import { receive } from './receive-webhooks.ts'

const signed = await webhooks.signTestEvent(
  {
    type: 'customer.created',
    data: {
      object: {
        id: 'cus_1',
        object: 'customer',
        email: 'ada@example.com',
        wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        default_payment: 'ausd',
        livemode: false,
        created: 1_790_000_000,
        subscription_count: 0,
        total_settled_usd: '0',
      },
    },
  },
  process.env.WEBHOOK_SECRET,
)
const post = (body: string) =>
  receive(new Request('http://localhost/webhooks', { method: 'POST', body, headers: signed.headers }))

console.log((await post(signed.payload)).status, (await post(`${signed.payload} `)).status)
