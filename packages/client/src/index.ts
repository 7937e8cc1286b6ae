export type { ErrorCode, ErrorType } from '@per-second/protocol/errors'
export type {
  CheckoutSession,
  Customer,
  DecimalString,
  Invoice,
  InvoiceStatus,
  List,
  MerchantProfile,
  Product,
  SessionStatus,
  StartMode,
  Subscription,
  SubscriptionStatus,
} from '@per-second/protocol/types'
export { type BillingClient, type ClientOptions, createClient } from './client.ts'
export {
  ApiError,
  AuthenticationError,
  BillingError,
  ConnectionError,
  type ConnectionErrorCode,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
} from './errors.ts'
export type { Page, PageParameters, PagePromise } from './pagination.ts'
export type { Range } from './query.ts'
export type { RequestOptions } from './request.ts'
export type {
  CheckoutSessionCreateParameters,
  CheckoutSessionListParameters,
  CheckoutSessions,
} from './resources/checkout-sessions.ts'
export type { Customers } from './resources/customers.ts'
export type { InvoiceListParameters, Invoices } from './resources/invoices.ts'
export type { ProductCreateParameters, Products, ProductUpdateParameters } from './resources/products.ts'
export type { SubscriptionListParameters, Subscriptions } from './resources/subscriptions.ts'
