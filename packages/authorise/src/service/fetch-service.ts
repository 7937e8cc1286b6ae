import { parseBillingClock } from './billing-clock.ts'
import type { Answer, Service } from './service.ts'
import {
  createServiceCaller,
  type ServiceCall,
  type ServiceCaller,
  type ServiceCallerOptions,
  sessionCall,
  sessionPath,
} from './service-caller.ts'

/** The client routes over `fetch`. @throws {ServiceError} `base_url_invalid` when the base URL is not http(s). */
export function createFetchService(options: ServiceCallerOptions): Service {
  return serviceOver(createServiceCaller(options))
}

/** All client routes of a service. */
export function serviceOver({ origin, call }: ServiceCaller): Service {
  async function answer<T>(asked: ServiceCall): Promise<Answer<T>> {
    const { value, clockHeader } = await call<T>(asked)
    return { value, clock: parseBillingClock(clockHeader) }
  }

  const session = sessionPath
  const subscription = (id: string) => `/subscriptions/${encodeURIComponent(id)}`

  return {
    origin,
    session: (id, { signal } = {}) => answer(sessionCall(id, signal)),
    chain: async (id, { signal } = {}) =>
      (await call<never>({ path: `${session(id)}/chain`, expects: 'chain', repeatable: true, signal })).value,
    challenge: async (id, { walletAddress, chainId }, { signal } = {}) => {
      const path = `${session(id)}/sign_in/challenge`
      const body = { wallet_address: walletAddress, chain_id: chainId }
      return (await call<never>({ path, body, expects: 'sign_in.challenge', repeatable: true, signal })).value
    },
    // A used nonce is refused, so a lost answer cannot be asked for again: the subscriber signs another challenge.
    signIn: async (id, body, { signal } = {}) =>
      (
        await call<never>({
          path: `${session(id)}/sign_in`,
          body,
          expects: 'sign_in',
          repeatable: false,
          signal,
        })
      ).value,
    signOut: async (id, token, { signal } = {}) => {
      const path = `${session(id)}/sign_out`
      await call({ path, body: {}, token, expects: 'checkout.session', repeatable: true, signal })
    },
    prepare: async (id, token, { maxDurationSeconds }, { signal } = {}) => {
      const path = `${session(id)}/prepare`
      const body = { max_duration_seconds: maxDurationSeconds }
      return (await call<never>({ path, body, token, expects: 'authorisation', repeatable: true, signal }))
        .value
    },
    authorise: (id, token, body, { signal } = {}) =>
      answer({
        path: `${session(id)}/authorise`,
        body,
        token,
        expects: 'authorisation',
        repeatable: true,
        signal,
      }),
    subscription: (id, token, { signal } = {}) =>
      answer({ path: subscription(id), token, expects: 'subscription', repeatable: true, signal }),
    act: (id, token, action, { signal } = {}) => {
      const path = `${subscription(id)}/${action}`
      return answer({ path, body: {}, token, expects: 'subscription', repeatable: true, signal })
    },
  }
}
