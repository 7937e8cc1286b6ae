import { ServiceError } from '../service/service-error.ts'

/**
 * The error, under a code of its own where the service takes no further authorisation of this checkout: of a meter, the same code
 * says something else.
 */
export function asRefusedCheckout(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'subscription_invalid_state') return error
  return new ServiceError('checkout_refused', error.message, { status: error.status, cause: error })
}
