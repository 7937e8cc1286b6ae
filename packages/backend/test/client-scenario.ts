import { GENUINE, type TestService, WALLET } from './test-service.ts'

export const PAGE = { Origin: 'https://shop.example' }

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

/** Signs a wallet in to a session and answers its client token. */
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
    body: { message: challenge.json.message, signature: GENUINE, email: 'ada@example.com' },
  })
  return json.client_token
}

/** Takes a session all the way to a running meter. */
export async function authorise(
  service: TestService,
  session: string,
): Promise<{ token: string; sub: string }> {
  const token = await signIn(service, session)
  const base = `/v1/client/checkout/sessions/${session}`
  await service.request('POST', `${base}/prepare`, { key: token, body: { max_duration_seconds: 3600 } })
  const { json } = await service.request('POST', `${base}/authorise`, {
    key: token,
    body: { signature: GENUINE },
  })
  return { token, sub: json.subscription.id }
}
