import {
  checkoutSessionSchema,
  createdWebhookEndpointSchema,
  customerSchema,
  invoiceSchema,
  productSchema,
  subscriptionSchema,
  testClockSchema,
} from '@per-second/protocol/schema'

/** One truthful object of each kind: parsed by the very schemas the service's answers are held to. */
const NOW = 1_790_000_000

export const product = productSchema.parse({
  id: 'prod_1',
  object: 'product',
  name: 'H100',
  description: null,
  rate_usd_per_second: '0.000692',
  rate_per_second_wei: '692',
  currency: 'ausd',
  allow_pause: false,
  start_mode: 'checkout',
  active: true,
  active_subscriptions: 0,
  livemode: false,
  created: NOW,
})

export const session = checkoutSessionSchema.parse({
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  livemode: false,
  created: NOW,
  expires_at: NOW + 86_400,
  success_url: 'https://shop.example/success?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/',
  product,
  merchant: { name: 'Shop', logo_url: null, accent: null, support_url: null },
  customer: null,
  subscription: null,
  max_duration_seconds: null,
  max_escrow_usd: null,
})

export const customer = customerSchema.parse({
  id: 'cus_1',
  object: 'customer',
  email: 'ada@example.com',
  wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  default_payment: 'ausd',
  livemode: false,
  created: NOW,
  subscription_count: 1,
  total_settled_usd: '2.4912',
})

export const subscription = subscriptionSchema.parse({
  id: 'sub_1',
  object: 'subscription',
  status: 'running',
  customer: 'cus_1',
  product: 'prod_1',
  checkout_session: 'cs_1',
  livemode: false,
  created: NOW,
  currency: 'ausd',
  rate_usd_per_second: '0.000692',
  rate_per_second_wei: '692',
  allow_pause: false,
  start_mode: 'checkout',
  max_duration_seconds: 3_600,
  max_escrow_usd: '2.4912',
  started_at: NOW,
  paused_at: null,
  ended_at: null,
  cancel_reason: null,
  elapsed_seconds: 60,
  billed_seconds: 0,
  accrued_usd: '0.04152',
  settled_usd: '0',
  refunded_usd: '0',
  latest_invoice: null,
  next_settlement_at: NOW + 3_600,
  replaces: null,
  replaced_by: null,
})

export const invoices = [5, 4, 3, 2, 1].map(number =>
  invoiceSchema.parse({
    id: `in_${number}`,
    object: 'invoice',
    subscription: 'sub_1',
    customer: 'cus_1',
    period_start: NOW + 3_600 * (number - 1),
    period_end: NOW + 3_600 * number,
    seconds: 3_600,
    amount_settled: '2.4912',
    gross: '2.4912',
    fee: '0.024912',
    net: '2.466288',
    currency: 'ausd',
    status: 'paid',
    tx_hash: `0x${String(number).repeat(64)}`,
    livemode: false,
    created: NOW + 3_600 * number,
  }),
)

export const webhookEndpoint = createdWebhookEndpointSchema.parse({
  id: 'we_1',
  object: 'webhook_endpoint',
  url: 'https://shop.example/webhooks',
  events: ['invoice.paid'],
  status: 'enabled',
  livemode: false,
  created: NOW,
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
})

export const clock = testClockSchema.parse({
  object: 'test_clock',
  now: NOW,
  frozen: false,
  offset_seconds: 0,
})
