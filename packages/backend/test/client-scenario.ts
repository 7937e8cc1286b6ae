import { hash } from 'node:crypto'
import { type Answered, GENUINE, type TestService, WALLET } from './test-service.ts'

export const PAGE = { Origin: 'https://shop.example' }
/** A page's secret, and its public hash. */
const SECRET = '5e'.repeat(32)
export const CLAIM = hash('sha256', Buffer.from(SECRET, 'hex'))
const EMAIL = 'ada@example.com'

/** A session for a fresh product of the service's merchant. */
export async function openSession(
  service: TestService,
  product: Record<string, unknown> = {},
  session: Record<string, unknown> = {},
): Promise<string> {
  const made = await service.request('POST', '/v1/products', {
    body: { name: 'GPU', rate_usd_per_second: '0.000277', ...product },
  })
  const opened = await service.request('POST', '/v1/checkout/sessions', {
    body: {
      product: made.json.id,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      ...session,
    },
  })
  return opened.json.id
}

/** Asks for a draft: an hour, by the usual wallet, unless said otherwise. */
export function prepare(
  service: TestService,
  session: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = PAGE,
): Promise<Answered> {
  return service.request('POST', `/v1/client/checkout/sessions/${session}/prepare`, {
    key: null,
    headers,
    body: { wallet_address: WALLET, claim: CLAIM, max_duration_seconds: 3600, ...body },
  })
}

/** Submits a draft, with its own data unless told otherwise. */
export function handIn(
  service: TestService,
  session: string,
  draft: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = PAGE,
): Promise<Answered> {
  return service.request('POST', `/v1/client/checkout/sessions/${session}/authorise`, {
    key: null,
    headers,
    body: { draft, signature: GENUINE, secret: SECRET, email: EMAIL, ...body },
  })
}

/** Takes a session all the way to a running meter. */
export async function authorise(
  service: TestService,
  session: string,
  wallet: string = WALLET,
): Promise<{ token: string; sub: string; draft: string; answer: Answered }> {
  const { json } = await prepare(service, session, { wallet_address: wallet })
  const answer = await handIn(service, session, json.draft)
  return { token: answer.json.client_token, sub: answer.json.subscription?.id, draft: json.draft, answer }
}

/** Signs a wallet in to a complete session and answers its client token. */
export async function signIn(
  service: TestService,
  session: string,
  wallet: string = WALLET,
): Promise<string> {
  const base = `/v1/client/checkout/sessions/${session}`
  const challenge = await service.request('POST', `${base}/sign_in/challenge`, {
    key: null,
    headers: PAGE,
    body: { wallet_address: wallet, chain_id: 31_337 },
  })
  const { json } = await service.request('POST', `${base}/sign_in`, {
    key: null,
    headers: PAGE,
    body: { message: challenge.json.message, signature: GENUINE },
  })
  return json.client_token
}
