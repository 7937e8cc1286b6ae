import type { CheckoutSession, SessionStatus } from '@per-second/protocol/types'
import type { PageParameters } from '../request/pagination.ts'
import { resourcePath } from '../request/path.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import { type Readable, readable } from './readable.ts'

export type CheckoutSessionCreateParameters = {
  /** Id of an active product. */
  product: string
  /** Absolute http(s) address, at most 2048 characters. The redirect replaces `{CHECKOUT_SESSION_ID}` in it. */
  success_url: string
  cancel_url: string
  /**
   * 60 to 2,592,000 seconds (30 days). Fixes the subscriber's maximum duration. When omitted, the subscriber chooses
   * it.
   */
  max_duration_seconds?: number
}

export type CheckoutSessionListParameters = PageParameters & {
  status?: SessionStatus
  customer?: string
  product?: string
}

export type CheckoutSessions = Readable<CheckoutSession, CheckoutSessionListParameters> & {
  /**
   * Creates a session for one product and one subscriber, open for 24 hours. Hand its `id` to `<billing-authorise>`.
   *
   * @example
   * const session = await billing.checkout.sessions.create({
   *   product: 'prod_…',
   *   success_url: 'https://shop.example/success?session={CHECKOUT_SESSION_ID}',
   *   cancel_url: 'https://shop.example/',
   * })
   */
  create(parameters: CheckoutSessionCreateParameters, options?: RequestOptions): Promise<CheckoutSession>
  /** Ends an open session before its time. */
  expire(id: string, options?: RequestOptions): Promise<CheckoutSession>
}

const COLLECTION = 'checkout/sessions'

export function createCheckoutSessions(request: RequestFunction): CheckoutSessions {
  return {
    ...readable<CheckoutSession, CheckoutSessionListParameters>(request, COLLECTION),
    create: (body, options) => request({ method: 'POST', path: `/v1/${COLLECTION}`, body, options }),
    expire: async (id, options) =>
      request({ method: 'POST', path: resourcePath(COLLECTION, id, 'expire'), options }),
  }
}
