import type { Call, Http } from './http.ts'
import { authorisationShape, signInShape, subscriptionShape } from './meter-shape.ts'
import { readSession, sessionPath as session } from './read-session.ts'
import type { Answer, Service } from './service.ts'
import { CHAIN_SHAPE, CHALLENGE_SHAPE, preparedShape } from './signing-shape.ts'

/** The client routes. */
export function createFetchService(http: Http): Service {
  async function answer<T>(call: Call<T>): Promise<Answer<T>> {
    const { value, clock } = await http.ask(call)
    return { value, clock }
  }

  async function unwrapped<T>(call: Call<T>): Promise<T> {
    return (await http.ask(call)).value
  }

  const subscription = (id: string) => `/subscriptions/${encodeURIComponent(id)}`

  return {
    session: (id, call) => readSession(http, id, call),
    chain: (id, { signal } = {}) => unwrapped({ path: `${session(id)}/chain`, shape: CHAIN_SHAPE, signal }),
    prepare(id, { walletAddress, claim, maxDurationSeconds = null }, { signal } = {}) {
      const body = { wallet_address: walletAddress, claim, max_duration_seconds: maxDurationSeconds }
      return unwrapped({ path: `${session(id)}/prepare`, body, shape: preparedShape(id), signal })
    },
    authorise(id, { draft, signature, secret, email }, { signal } = {}) {
      const body = { draft, signature, secret, email }
      return answer({ path: `${session(id)}/authorise`, body, shape: authorisationShape(id), signal })
    },
    challenge(id, { walletAddress, chainId }, { signal } = {}) {
      const body = { wallet_address: walletAddress, chain_id: chainId }
      return unwrapped({ path: `${session(id)}/sign_in/challenge`, body, shape: CHALLENGE_SHAPE, signal })
    },
    // A used nonce is refused: after a lost answer the subscriber signs another challenge.
    signIn(id, { message, signature }, { signal } = {}) {
      const body = { message, signature }
      return unwrapped({ path: `${session(id)}/sign_in`, body, shape: signInShape(id), once: true, signal })
    },
    subscription: (id, token, { signal } = {}) =>
      answer({ path: subscription(id), token, shape: subscriptionShape(id), signal }),
    act(id, token, action, { signal } = {}) {
      const path = `${subscription(id)}/${action}`
      return answer({ path, body: {}, token, shape: subscriptionShape(id), signal })
    },
  }
}
