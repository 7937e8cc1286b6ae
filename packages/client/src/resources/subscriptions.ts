import type { Subscription, SubscriptionStatus } from '@per-second/protocol/types'
import type { PageParameters } from '../request/pagination.ts'
import { resourcePath } from '../request/path.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import { type Readable, readable } from './readable.ts'

export type SubscriptionListParameters = PageParameters & {
  status?: SubscriptionStatus
  customer?: string
  product?: string
}

/** Every action throws `InvalidRequestError` with code `subscription_invalid_state` when the meter is in no state for it. */
export type Subscriptions = Readable<Subscription, SubscriptionListParameters> & {
  /**
   * Starts the meter of a `pending_start` subscription, for products with `start_mode` `merchant`.
   *
   * @example
   * await machine.boot()
   * await billing.subscriptions.start('sub_…')
   */
  start(id: string, options?: RequestOptions): Promise<Subscription>
  /** Stops the seconds until `resume`. Code `pause_not_allowed` when the product does not allow it. */
  pause(id: string, options?: RequestOptions): Promise<Subscription>
  /** Lets a paused meter run on. A pause made by the subscriber is lifted by the subscriber only. */
  resume(id: string, options?: RequestOptions): Promise<Subscription>
  /** Ends the meter: settles its last seconds and returns the rest of the deposit. May take 15 s. */
  cancel(id: string, options?: RequestOptions): Promise<Subscription>
}

export function createSubscriptions(request: RequestFunction): Subscriptions {
  const act = (action: string) => async (id: string, options?: RequestOptions) =>
    request<Subscription>({ method: 'POST', path: resourcePath('subscriptions', id, action), options })
  return {
    ...readable<Subscription, SubscriptionListParameters>(request, 'subscriptions'),
    start: act('start'),
    pause: act('pause'),
    resume: act('resume'),
    cancel: act('cancel'),
  }
}
