import { checkedKey } from './request/checked-key.ts'
import { InvalidRequestError } from './request/errors.ts'
import { refuseUnknown } from './request/refuse-unknown.ts'
import { createRequest } from './request/request.ts'
import { RETRY_OPTIONS, type RetryOptions, resolveRetryOptions } from './request/request-options.ts'
import { systemTiming } from './request/timing.ts'
import { type CheckoutSessions, createCheckoutSessions } from './resources/checkout-sessions.ts'
import { type Customers, createCustomers } from './resources/customers.ts'
import { createEvents, type Events } from './resources/events.ts'
import { createInvoices, type Invoices } from './resources/invoices.ts'
import { createProducts, type Products } from './resources/products.ts'
import { createStatements, type Statements } from './resources/statements.ts'
import { createSubscriptions, type Subscriptions } from './resources/subscriptions.ts'
import { createTestHelpers, type TestHelpers } from './resources/test-helpers.ts'
import { createWebhookEndpoints, type WebhookEndpoints } from './resources/webhook-endpoints.ts'

export type ClientOptions = RetryOptions & {
  /** The merchant's secret key, `sk_test_…` or `sk_live_…`. */
  apiKey: string | undefined
  /** Where the service lives, for example `https://billing.example`. */
  baseUrl: string
  /** Another `fetch`, for a proxy or for tests. */
  fetch?: typeof globalThis.fetch
  /** A local backend's own token, for `testHelpers.faucet`, `merchants` and `faults`. It may do anything there: keep it out of pages. */
  adminToken?: string | undefined
}

const CLIENT_OPTIONS: readonly string[] = [
  ...Object.keys({ apiKey: true, baseUrl: true, fetch: true, adminToken: true } satisfies Record<
    Exclude<keyof ClientOptions, keyof RetryOptions>,
    true
  >),
  ...RETRY_OPTIONS,
]

export type BillingClient = {
  products: Products
  checkout: { sessions: CheckoutSessions }
  customers: Customers
  subscriptions: Subscriptions
  statements: Statements
  invoices: Invoices
  events: Events
  webhookEndpoints: WebhookEndpoints
  /** Local backends only. */
  testHelpers: TestHelpers
}

/**
 * Creates a client for one merchant and mode. Parameters and results have the wire's shape: snake_case, instants in unix
 * seconds, money as decimal strings.
 *
 * Every POST carries an idempotency key, kept through its retries, so a call acts once however often it is sent.
 *
 * @throws {AuthenticationError} `api_key_missing` or `api_key_invalid` when the key cannot be one.
 * @throws {InvalidRequestError} `url_invalid` when `baseUrl` is not an absolute http(s) address without credentials, or
 * ends in `/v1`. The code is `parameter_invalid` for times and retries out of range, and `parameter_unknown` for an
 * unknown option.
 *
 * @example
 * import { createClient } from '@per-second/client'
 *
 * const billing = createClient({ apiKey: process.env.BILLING_KEY, baseUrl: 'https://billing.example' })
 * const product = await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000692' })
 */
export function createClient(options: ClientOptions): BillingClient {
  refuseUnknown(options, CLIENT_OPTIONS, 'an option of createClient')
  resolveRetryOptions(options)
  const { adminToken } = options
  const configuration = {
    ...options,
    apiKey: checkedKey(options.apiKey, 'API key'),
    baseUrl: checkedBaseUrl(options.baseUrl),
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    timing: systemTiming,
  }
  const request = createRequest(configuration)
  const administer =
    adminToken === undefined
      ? null
      : createRequest({ ...configuration, apiKey: checkedKey(adminToken, 'admin token') })
  return {
    products: createProducts(request),
    checkout: { sessions: createCheckoutSessions(request) },
    customers: createCustomers(request),
    subscriptions: createSubscriptions(request),
    statements: createStatements(request),
    invoices: createInvoices(request),
    events: createEvents(request),
    webhookEndpoints: createWebhookEndpoints(request),
    testHelpers: createTestHelpers(request, administer),
  }
}

function checkedBaseUrl(baseUrl: string): string {
  const url = parseUrl(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(url.href)) {
    const is = baseUrl
      ? 'must be an absolute http(s) URL without credentials, query or fragment'
      : 'is missing'
    const message = `baseUrl ${is}. Example: https://billing.example`
    throw new InvalidRequestError('invalid_request_error', message, { param: 'baseUrl', code: 'url_invalid' })
  }
  const base = url.href.replace(/\/+$/, '')
  if (!base.endsWith('/v1')) return base
  const message = `baseUrl is the service's address without "/v1", which the client adds: use "${base.slice(0, -3)}".`
  throw new InvalidRequestError('invalid_request_error', message, { param: 'baseUrl', code: 'url_invalid' })
}

/** `URL.canParse` is younger than Node 18. */
function parseUrl(value: string): URL | null {
  try {
    return new URL(value)
  } catch {
    return null
  }
}
