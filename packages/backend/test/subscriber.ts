import { hash } from 'node:crypto'
import { memoryStore, openMeter } from '@per-second/authorise/headless'
import { RECEIVE_WITH_AUTHORIZATION_TYPES, termsFromWire } from '@per-second/protocol/terms'
import type {
  Authorisation,
  Chain,
  CheckoutSession,
  Hex,
  PreparedAuthorisation,
  SignIn,
  SignInChallenge,
  Subscription,
  WireMeterTerms,
} from '@per-second/protocol/types'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { ServiceLine } from '../src/start/start-service.ts'
import { documentCheckOf } from './document-checks.ts'

export type Answer<T> = { status: number; body: T; headers: Headers }

const EMAIL = 'ada@example.com'

/** The request that a program keeps in its store. */
type Signed = { draft: string; terms: WireMeterTerms; signature: string; secret: string; txHash: Hex }

/** A caller of the API: JSON in, JSON out. Refuses an answer that is not in the service's own document. */
export function createCaller(
  url: string,
  authorization: string | null,
  headers: Record<string, string> = {},
) {
  return async <T>(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer<T>> => {
    // First, so that a backend that dies meanwhile has not been asked for anything yet.
    const check = await documentCheckOf(url)
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(authorization ? { Authorization: `Bearer ${authorization}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status } = response
    const text = await response.text()
    const problem = check.answer({ method, path, status, headers: response.headers, text })
    if (problem !== null) throw new Error(`${method} ${path} answered outside the document: ${problem}`)
    return { status, body: JSON.parse(text) as T, headers: response.headers }
  }
}

/** A subscriber with a plain key. Its single requests check nothing and sign everything; `subscribe` is a program's way. */
export function createSubscriber(
  backend: Pick<ServiceLine, 'url'> & { admin_token?: string },
  account: PrivateKeyAccount = newAccount(),
) {
  const anonymous = createCaller(backend.url, null, { Origin: 'https://shop.example' })
  // Follows from the key, so that a test still has it after a restart of the backend.
  const secret = hash('sha256', account.address)
  const subscriber = {
    account,
    secret,
    /** From the faucet of local mode. */
    fund: async (amount: string, headers: Record<string, string> = {}) => {
      const { status } = await createCaller(backend.url, backend.admin_token ?? null)(
        'POST',
        '/_local/faucet',
        { wallet_address: account.address, amount },
        headers,
      )
      if (status !== 200) throw new Error(`faucet answered ${status}`)
    },
    challenge: async (session: string) => {
      const chain = await anonymous<Chain>('GET', `/v1/client/checkout/sessions/${session}/chain`)
      return anonymous<SignInChallenge>('POST', `/v1/client/checkout/sessions/${session}/sign_in/challenge`, {
        wallet_address: account.address,
        chain_id: chain.body.chain_id,
      })
    },
    /** Comes back to a complete session. */
    signIn: async (session: string) => {
      const { body } = await subscriber.challenge(session)
      const signature = await account.signMessage({ message: body.message })
      return anonymous<SignIn>('POST', `/v1/client/checkout/sessions/${session}/sign_in`, {
        message: body.message,
        signature,
      })
    },
    /** @param asked.replaces the session whose meter the new one carries on */
    prepare: (
      session: string,
      maxDurationSeconds?: number,
      asked: { replaces?: string | undefined; headers?: Record<string, string> } = {},
    ) =>
      anonymous<PreparedAuthorisation>(
        'POST',
        `/v1/client/checkout/sessions/${session}/prepare`,
        {
          wallet_address: account.address,
          claim: hash('sha256', Buffer.from(secret, 'hex')),
          ...(maxDurationSeconds !== undefined && { max_duration_seconds: maxDurationSeconds }),
          ...(asked.replaces !== undefined && { replaces: asked.replaces }),
        },
        asked.headers,
      ),
    sign: ({ typed_data: { domain, message, primaryType } }: PreparedAuthorisation) =>
      account.signTypedData({
        domain,
        types: RECEIVE_WITH_AUTHORIZATION_TYPES,
        primaryType,
        message: {
          ...message,
          value: BigInt(message.value),
          validAfter: BigInt(message.validAfter),
          validBefore: BigInt(message.validBefore),
        },
      }),
    authorise: (session: string, draft: string, signature: string, more: Record<string, string> = {}) =>
      anonymous<Authorisation>(
        'POST',
        `/v1/client/checkout/sessions/${session}/authorise`,
        { draft, signature, secret, email: EMAIL },
        more,
      ),
    /** The whole way from a session to a running meter, as a program goes it: with every check of the element. */
    subscribe: async (
      session: CheckoutSession,
      maxDurationSeconds?: number,
      carriedOn: { replaces?: string } = {},
    ) => {
      const store = memoryStore()
      const meter = await openMeter({
        ...{ session: session.id, baseUrl: backend.url, account, email: EMAIL, store, ...carriedOn },
        ...(maxDurationSeconds !== undefined && { maxDurationSeconds }),
        limits: { maxEscrowUsd: '1000000' },
      })
      const { token, lock } = JSON.parse((await store.read(session.id)) as string)
      return { ...meter, terms: termsFromWire(meter.terms), token: token as string, signed: lock as Signed }
    },
    act: (token: string, subscription: string, action: 'pause' | 'resume' | 'cancel') =>
      createCaller(backend.url, token)<Subscription>(
        'POST',
        `/v1/client/subscriptions/${subscription}/${action}`,
        {},
      ),
  }
  return subscriber
}

function newAccount(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}
