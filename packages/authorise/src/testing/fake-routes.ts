import { SIGN_IN_CHALLENGE_SECONDS, signInText } from '@per-second/protocol/sign-in'
import { TOKEN_AFTER_END_SECONDS } from '@per-second/protocol/time'
import type { Address, Chain, SignInChallenge } from '@per-second/protocol/types'
import type { FakeCheckout } from './fake-checkout.ts'
import { actOnMeter } from './fake-meter.ts'
import type { FakeRequest } from './fake-network.ts'
import { FakeRefusal } from './fake-refusal.ts'
import type { FakeTokens } from './fake-tokens.ts'

const TX_HASH = `0x${'ab'.repeat(32)}`
const NONCE = 'nonce1234567890ab'

/** The state behind the routes, at one moment. */
export type FakePlace = {
  checkout: FakeCheckout
  tokens: FakeTokens
  chain: Chain
  payee: Address
  now: number
  /** Whether the opening is on the chain before the service has to respond. */
  isOpeningIncluded: () => boolean
}

/** The body of a success. @throws {FakeRefusal} for everything else. */
export function answerRoute(request: FakeRequest, place: FakePlace): object {
  const [, session, meter, route = ''] =
    /^\/(?:checkout\/sessions\/([^/]+)|subscriptions\/([^/]+))(\/.+)?$/.exec(request.path) ?? []
  if (meter !== undefined) return answerMeter(meter, route, request.token, place)
  const { checkout } = place
  if (session !== checkout.session.id) throw new FakeRefusal(404, 'resource_missing')
  switch (route) {
    case '':
      return checkout.session
    case '/chain':
      return place.chain
    case '/prepare':
      return prepare(request.body, place)
    case '/authorise':
      return authorise(request.body, place)
    case '/sign_in/challenge':
      return challenge(request.body, place)
    case '/sign_in':
      checkout.requireSignIn(/0x[0-9a-fA-F]{40}/.exec(String(request.body.message))?.[0] as Address)
      return { object: 'sign_in', ...access(place) }
  }
  throw new FakeRefusal(404, 'route_not_found')
}

function answerMeter(id: string, route: string, token: string, { checkout, tokens, now }: FakePlace): object {
  const { subscription } = checkout
  tokens.require(token, subscription, now)
  if (subscription?.id !== id) throw new FakeRefusal(404, 'resource_missing')
  if (route !== '') actOnMeter(subscription, route.slice(1), now)
  return subscription
}

function prepare(body: FakeRequest['body'], { checkout, chain, payee, now }: FakePlace): object {
  const asked = body.max_duration_seconds ?? null
  const seconds = asked === null ? null : Number(asked)
  const payer = body.wallet_address as Address
  const replaces = body.replaces === undefined ? null : String(body.replaces)
  return checkout.prepare({ payer, claim: String(body.claim), seconds, chain, payee, now, replaces })
}

function authorise(body: FakeRequest['body'], place: FakePlace): object {
  const { checkout, now } = place
  const { draft, signature, secret } = body as { draft: string; signature: string; secret: string }
  checkout.accept({ draft, signature, secret, now })
  if (place.isOpeningIncluded()) checkout.open(now)
  const { subscription } = checkout
  return { object: 'authorisation', subscription, tx_hash: TX_HASH, ...access(place) }
}

function challenge(body: FakeRequest['body'], { checkout, now: issuedAt }: FakePlace): SignInChallenge {
  const address = body.wallet_address as Address
  checkout.requireSignIn(address)
  const expiresAt = issuedAt + SIGN_IN_CHALLENGE_SECONDS
  const chainId = Number(body.chain_id)
  const { origin } = location
  const message = signInText({ origin, address, chainId, nonce: NONCE, issuedAt, expiresAt })
  return { object: 'sign_in.challenge', message, nonce: NONCE, expires_at: expiresAt }
}

/** The common result of authorising and signing in: a token for the meter. */
function access({ checkout, tokens, now }: FakePlace): object {
  const { session, accepted } = checkout
  return {
    session,
    customer: session.customer,
    client_token: tokens.issue(now),
    expires_at: (accepted?.terms.expiry ?? now) + TOKEN_AFTER_END_SECONDS,
  }
}
