import type { Deps } from '../routes/deps.ts'
import type { Route } from '../routes/route.ts'
import type { Identity } from './authenticate.ts'
import { createTokenBuckets } from './token-buckets.ts'

const SESSION_REQUESTS_PER_SECOND = 20
const SIGN_INS_PER_MINUTE = 10
/** Of everybody together, on routes that ask for no key or token and may ask the chain: session ids alone are free to have. */
const OPEN_EFFECTS_PER_SECOND = 200

/** No id is longer: what somebody sends in place of one is not kept whole. */
const LONGEST_ID = 64

/** Takes what a request costs from the buckets it counts against. @throws {ApiError} `rate_limit_exceeded` */
export type RateLimit = (route: Route, identity: Identity, sessionId: string | null) => void

/**
 * A bucket per merchant and mode, and buckets of their own for client routes, per session and for all of them, so that no page can
 * use up its merchant's (docs/money.md, rule 50). `rateLimit` null switches everything off.
 */
export function createRateLimit({ rateLimit }: Pick<Deps['config'], 'rateLimit'>): RateLimit {
  if (rateLimit === null) return () => {}
  const merchants = createTokenBuckets(rateLimit, rateLimit)
  const sessions = createTokenBuckets(SESSION_REQUESTS_PER_SECOND, SESSION_REQUESTS_PER_SECOND)
  const signIns = createTokenBuckets(SIGN_INS_PER_MINUTE, SIGN_INS_PER_MINUTE / 60)
  const openEffects = createTokenBuckets(OPEN_EFFECTS_PER_SECOND, OPEN_EFFECTS_PER_SECOND)
  return (route, identity, sessionId) => {
    if (identity.kind === 'merchant') merchants.take(`${identity.scope.merchantId}:${identity.scope.mode}`)
    if (sessionId === null) return
    const session = sessionId.slice(0, LONGEST_ID)
    sessions.take(session)
    if (route.signIn) signIns.take(`${route.operationId} ${session}`)
    if (route.auth === 'none' && route.method !== 'GET') openEffects.take('')
  }
}
