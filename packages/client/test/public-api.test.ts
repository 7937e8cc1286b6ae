import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { bundledSize } from '../scripts/bundled-size.ts'
import {
  type BillingClient,
  type BillingError,
  type BillingEvent,
  type ConnectionError,
  type ConnectionErrorCode,
  createClient,
  type Invoice,
  type Page,
  type Product,
  type RateLimitError,
  type RequestOptions,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
  webhooks,
} from '../src/index.ts'

const MOST_BYTES_IN_A_PAGE = 8_000

test('the package’s exports, types included', () => {
  const file = join(import.meta.dirname, '../src/index.ts')
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const entries = module.staticExports.flatMap(({ entries }) => entries)
  const names = (isType: boolean) =>
    entries.filter(entry => entry.isType === isType).map(entry => entry.exportName.name)
  expect({ values: names(false).sort(), types: names(true).sort() }).toMatchInlineSnapshot(`
    {
      "types": [
        "BillingClient",
        "BillingEvent",
        "CancelReason",
        "CheckoutSession",
        "CheckoutSessionCreateParameters",
        "CheckoutSessionListParameters",
        "CheckoutSessions",
        "ClientOptions",
        "ConnectionErrorCode",
        "ConnectionReason",
        "Customer",
        "CustomerListParameters",
        "Customers",
        "DecimalString",
        "DeletedWebhookEndpoint",
        "ErrorCode",
        "ErrorType",
        "EventListParameters",
        "EventResendParameters",
        "EventType",
        "Events",
        "FaucetParameters",
        "FaultKind",
        "FaultParameters",
        "Invoice",
        "InvoiceListParameters",
        "InvoiceStatus",
        "Invoices",
        "List",
        "LocalMerchant",
        "LocalMerchantParameters",
        "MerchantProfile",
        "Page",
        "PageParameters",
        "PagePromise",
        "Product",
        "ProductCreateParameters",
        "ProductUpdateParameters",
        "Products",
        "Range",
        "Readable",
        "RequestOptions",
        "RetryOptions",
        "SessionStatus",
        "SignedTestEvent",
        "StartMode",
        "Statement",
        "Statements",
        "Subscription",
        "SubscriptionListParameters",
        "SubscriptionStatus",
        "Subscriptions",
        "TestClock",
        "TestClockAdvanceParameters",
        "TestClockHelper",
        "TestEvent",
        "TestHelpers",
        "TransactionSender",
        "VerifyOptions",
        "WebhookDelivery",
        "WebhookDeliveryStatus",
        "WebhookEndpoint",
        "WebhookEndpointCreateParameters",
        "WebhookEndpointStatus",
        "WebhookEndpointUpdateParameters",
        "WebhookEndpointWithSecret",
        "WebhookEndpoints",
        "WebhookErrorCode",
        "WebhookFailure",
        "WebhookHeaders",
        "WebhookPayload",
      ],
      "values": [
        "ApiError",
        "AuthenticationError",
        "BillingError",
        "ConnectionError",
        "IdempotencyError",
        "InvalidRequestError",
        "NotFoundError",
        "RateLimitError",
        "WebhookVerificationError",
        "createClient",
        "webhooks",
      ],
    }
  `)
})

test('the whole client weighs less than 8 kB (gzip) in a page', async () => {
  expect(await bundledSize()).toBeLessThan(MOST_BYTES_IN_A_PAGE)
})

/** Checked by the compiler (`npm run check`). These tests send no request. */
describe('types', () => {
  type Methods = BillingClient

  test('results are the wire objects', () => {
    expectTypeOf<Methods['products']['create']>().returns.resolves.toEqualTypeOf<Product>()
    expectTypeOf<Methods['invoices']['list']>().returns.resolves.toEqualTypeOf<Page<Invoice>>()
    expectTypeOf<Invoice['net']>().toEqualTypeOf<string>()
    expectTypeOf<Methods['testHelpers']['clock']['advance']>()
      .parameter(0)
      .toEqualTypeOf<{ seconds: number }>()
  })

  test('a new secret is there when it was asked for', () => {
    const { webhookEndpoints } = createClient({ apiKey: 'sk_test_1', baseUrl: 'https://billing.example' })
    const rotate = () => webhookEndpoints.update('we_1', { rotate_secret: true })
    const rename = () => webhookEndpoints.update('we_1', { url: 'https://a.example' })
    expectTypeOf(rotate).returns.resolves.toEqualTypeOf<WebhookEndpointWithSecret>()
    expectTypeOf(rename).returns.resolves.toEqualTypeOf<WebhookEndpoint>()
    expectTypeOf(webhookEndpoints.create).returns.resolves.toHaveProperty('secret')
  })

  test("an event's type tells its resource", () => {
    expectTypeOf<BillingEvent<'invoice.paid'>['data']['object']>().toEqualTypeOf<Invoice>()
    expectTypeOf<BillingEvent<'product.updated'>['data']['object']>().toEqualTypeOf<Product>()
    expectTypeOf(webhooks.verify).returns.resolves.toEqualTypeOf<BillingEvent>()
  })

  test('errors', () => {
    expectTypeOf<BillingError>().toHaveProperty('requestId').toEqualTypeOf<string | undefined>()
    expectTypeOf<ConnectionError['code']>().toEqualTypeOf<ConnectionErrorCode>()
    expectTypeOf<RateLimitError['retryAfterSeconds']>().toEqualTypeOf<number | undefined>()
  })

  test('refused values', () => {
    const { products, checkout, subscriptions } = {} as Methods
    const refused = () => [
      // @ts-expect-error money is never a number
      products.create({ name: 'H100', rate_usd_per_second: 0.1 }),
      // @ts-expect-error a rate cannot change
      products.update('prod_1', { rate_usd_per_second: '1' }),
      // @ts-expect-error unknown parameters are refused
      products.list({ page: 2 }),
      // @ts-expect-error both addresses are required
      checkout.sessions.create({ product: 'prod_1' }),
      // @ts-expect-error no such status
      subscriptions.list({ status: 'active' }),
      // @ts-expect-error an action takes no parameters
      subscriptions.pause('sub_1', { reason: 'lunch' }),
    ]
    expectTypeOf(refused).toBeFunction()
    expectTypeOf<RequestOptions>().toHaveProperty('signal').toEqualTypeOf<AbortSignal | undefined>()
  })
})
