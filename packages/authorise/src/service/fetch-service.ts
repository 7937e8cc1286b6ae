import type {
  Authorisation,
  AuthoriseBody,
  Chain,
  CheckoutSession,
  PrepareBody,
  PreparedAuthorisation,
  SignIn,
  SignInBody,
  SignInChallenge,
  SignInChallengeBody,
  Subscription,
} from '@per-second/protocol/types'
import { requireNoSecretKey } from '../errors/holds-secret-key.ts'
import type { Answer, MeterAction } from './answer.ts'
import type { Call, Http } from './http.ts'
import { authorisationShape, signInShape, subscriptionShape } from './meter-shape.ts'
import { readSession, sessionPath as session } from './read-session.ts'
import { sessionShape } from './session-shape.ts'
import {
  anObject,
  decimal,
  instant,
  matching,
  oneOf,
  orAbsent,
  orNull,
  type Shape,
  text,
  whole,
  word,
} from './shape.ts'

type Wanted = { signal?: AbortSignal }

const address = matching(/^0x[\da-fA-F]{40}$/)
const salt = matching(/^0x[\da-fA-F]{64}$/)
const decimals = whole(0, 255)

const CHAIN_SHAPE: Shape<Chain> = {
  object: oneOf('chain'),
  chain_id: whole(1),
  name: text,
  rpc_urls: value => Array.isArray(value) && value.every(text),
  native_currency: { name: text, symbol: text, decimals },
  block_explorer_url: orNull(text),
  token: { address, name: text, version: text, symbol: text, decimals },
  escrow: address,
  escrow_salt: orAbsent(orNull(salt)),
  operator: address,
  fee_recipient: address,
  fee_bps: whole(0),
  min_deposit_usd: orAbsent(decimal),
}

/** Terms and typed data only have to be objects here: the page compares them with its own, field by field. */
function preparedShape(sessionId: string): Shape<PreparedAuthorisation> {
  return {
    object: oneOf('authorisation'),
    session: sessionShape(sessionId),
    subscription_id: word,
    draft: word,
    terms: anObject,
    typed_data: anObject,
    deposit_wei: matching(/^\d{1,39}$/),
    sign_by: instant,
  }
}

const CHALLENGE_SHAPE: Shape<SignInChallenge> = {
  object: oneOf('sign_in.challenge'),
  message: text,
  nonce: text,
  expires_at: instant,
}

export type Service = ReturnType<typeof createFetchService>

/**
 * The client routes of one service. Every method rejects with a `ServiceError`, or when its signal aborts. A result has its documented
 * shape, and belongs to the requested session or subscription. Only `terms` and `typed_data` of a prepared authorisation are unchecked,
 * and have to be compared before any signature.
 */
export function createFetchService(http: Http) {
  async function unwrapped<T>(call: Call<T>): Promise<T> {
    return (await http.ask(call)).value
  }

  const subscription = (id: string) => `/subscriptions/${encodeURIComponent(id)}`

  return {
    session: (id: string, call?: Wanted): Promise<Answer<CheckoutSession>> => readSession(http, id, call),

    chain: (id: string, { signal }: Wanted = {}): Promise<Chain> =>
      unwrapped({ path: `${session(id)}/chain`, shape: CHAIN_SHAPE, signal }),

    /**
     * Requests a draft to sign. It stores nothing and claims nothing.
     *
     * @throws {AuthoriseError} `secret_key_in_page`
     */
    async prepare(id: string, body: PrepareBody, { signal }: Wanted = {}): Promise<PreparedAuthorisation> {
      requireNoSecretKey(body.replaces ?? '', 'replaces')
      return unwrapped({ path: `${session(id)}/prepare`, body, shape: preparedShape(id), signal })
    },

    /** Submits the signature. A repeat with the same draft, secret and signature polls for the opening. */
    authorise: (id: string, body: AuthoriseBody, { signal }: Wanted = {}): Promise<Answer<Authorisation>> =>
      http.ask({ path: `${session(id)}/authorise`, body, shape: authorisationShape(id), signal }),

    challenge: (id: string, body: SignInChallengeBody, { signal }: Wanted = {}): Promise<SignInChallenge> =>
      unwrapped({ path: `${session(id)}/sign_in/challenge`, body, shape: CHALLENGE_SHAPE, signal }),

    // A used nonce is refused. After a lost response the subscriber signs another challenge.
    signIn: (id: string, body: SignInBody, { signal }: Wanted = {}): Promise<SignIn> =>
      unwrapped({ path: `${session(id)}/sign_in`, body, shape: signInShape(id), once: true, signal }),

    subscription: (id: string, token: string, { signal }: Wanted = {}): Promise<Answer<Subscription>> =>
      http.ask({ path: subscription(id), token, shape: subscriptionShape(id), signal }),

    act(
      id: string,
      { token, action, signal }: Wanted & { token: string; action: MeterAction },
    ): Promise<Answer<Subscription>> {
      const path = `${subscription(id)}/${action}`
      return http.ask({ path, body: {}, token, shape: subscriptionShape(id), signal })
    },
  }
}
