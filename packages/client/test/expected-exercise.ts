/** The results of `consumers/exercise.mjs` on every runtime, and every export of the package. */
export const EXPECTED_EXERCISE = {
  product: 'prod_1',
  invoices: ['in_5', 'in_4', 'in_3', 'in_2', 'in_1'],
  deleted: true,
  missing: 'resource_missing',
  aborted: 'aborted',
  webhook: 'prod_1',
  forged: 'webhook_signature_invalid',
  exports: [
    'ApiError',
    'AuthenticationError',
    'BillingError',
    'ConnectionError',
    'IdempotencyError',
    'InvalidRequestError',
    'NotFoundError',
    'RateLimitError',
    'WebhookVerificationError',
    'createClient',
    'webhooks',
  ],
}
