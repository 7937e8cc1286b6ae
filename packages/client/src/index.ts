export type { ErrorCode, ErrorType } from '@per-second/protocol/errors'
export type {
  CancelReason,
  CheckoutSession,
  Customer,
  DecimalString,
  DeletedWebhookEndpoint,
  EventType,
  Invoice,
  InvoiceStatus,
  List,
  MerchantProfile,
  Product,
  SessionStatus,
  StartMode,
  Statement,
  Subscription,
  SubscriptionStatus,
  TestClock,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookEndpoint,
  WebhookEndpointStatus,
  WebhookEndpointWithSecret,
  WebhookFailure,
} from '@per-second/protocol/types'
export { type BillingClient, type ClientOptions, createClient } from './client.ts'
export type { ConnectionReason } from './request/connection-reason.ts'
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
} from './request/errors.ts'
export type { Page, PageParameters, PagePromise } from './request/pagination.ts'
export type { Range } from './request/query.ts'
export type { RequestOptions, RetryOptions } from './request/request-options.ts'
export type { BillingEvent } from './resources/billing-event.ts'
export type {
  CheckoutSessionCreateParameters,
  CheckoutSessionListParameters,
  CheckoutSessions,
} from './resources/checkout-sessions.ts'
export type { CustomerListParameters, Customers } from './resources/customers.ts'
export type { EventListParameters, EventResendParameters, Events } from './resources/events.ts'
export type { InvoiceListParameters, Invoices } from './resources/invoices.ts'
export type { ProductCreateParameters, Products, ProductUpdateParameters } from './resources/products.ts'
export type { Readable } from './resources/readable.ts'
export type { Statements, TransactionSender } from './resources/statements.ts'
export type { SubscriptionListParameters, Subscriptions } from './resources/subscriptions.ts'
export type { TestClockAdvanceParameters, TestClockHelper } from './resources/test-clock.ts'
export type {
  FaucetParameters,
  FaultKind,
  FaultParameters,
  LocalMerchant,
  LocalMerchantParameters,
  TestHelpers,
} from './resources/test-helpers.ts'
export type {
  WebhookEndpointCreateParameters,
  WebhookEndpoints,
  WebhookEndpointUpdateParameters,
} from './resources/webhook-endpoints.ts'
export { type WebhookErrorCode, WebhookVerificationError } from './webhook-error.ts'
export type { WebhookHeaders } from './webhook-headers.ts'
export {
  type SignedTestEvent,
  type TestEvent,
  type VerifyOptions,
  type WebhookPayload,
  webhooks,
} from './webhooks.ts'
