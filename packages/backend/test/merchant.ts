import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import type {
  Address,
  CheckoutSession,
  Event,
  Invoice,
  List,
  Product,
  Subscription,
  TestClock,
} from '@per-second/protocol/types'
import { createPublicClient, http } from 'viem'
import type { ServiceLine } from '../src/start/start-service.ts'
import { createCaller } from './subscriber.ts'

/** A merchant's server in a few words, on a merchant of its own. Every step throws unless it is answered with 200. */
export async function createMerchantServer(backend: ServiceLine) {
  const { body } = await createCaller(backend.url, backend.admin_token)<MadeMerchant>(
    'POST',
    '/_local/merchants',
    {},
  )
  return merchantServerOn(backend, body)
}

export type MadeMerchant = { id: string; payout_address: Address; test_key: string; live_key: string }

/** The same merchant's server, talking to another process of the service. */
export function merchantServerOn(backend: Pick<ServiceLine, 'url'>, body: MadeMerchant) {
  const call = createCaller(backend.url, body.test_key)
  const ok = async <T>(method: string, path: string, content?: unknown): Promise<T> => {
    const answer = await call<T>(method, path, content)
    if (answer.status !== 200)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    ...body,
    call,
    freezeClock: () => ok<TestClock>('POST', '/v1/test_helpers/clock', { frozen: true }),
    advance: (seconds: number) => ok<TestClock>('POST', '/v1/test_helpers/clock/advance', { seconds }),
    product: (fields: Partial<Product> = {}) =>
      ok<Product>('POST', '/v1/products', { name: 'GPU', rate_usd_per_second: '0.000277', ...fields }),
    session: (product: Product, fields: { max_duration_seconds?: number } = {}) =>
      ok<CheckoutSession>('POST', '/v1/checkout/sessions', {
        product: product.id,
        success_url: 'https://shop.example/ok',
        cancel_url: 'https://shop.example/no',
        ...fields,
      }),
    retrieveSession: (id: string) => ok<CheckoutSession>('GET', `/v1/checkout/sessions/${id}`),
    retrieveProduct: (id: string) => ok<Product>('GET', `/v1/products/${id}`),
    subscription: (id: string) => ok<Subscription>('GET', `/v1/subscriptions/${id}`),
    act: (id: string, action: 'start' | 'pause' | 'resume' | 'cancel') =>
      ok<Subscription>('POST', `/v1/subscriptions/${id}/${action}`, {}),
    /** Oldest first. */
    invoices: async (subscription: string) =>
      (
        await ok<List<Invoice>>('GET', `/v1/invoices?limit=100&subscription=${subscription}`)
      ).data.toReversed(),
    /** Types of everything that happened, oldest first. */
    eventTypes: async () =>
      (await ok<List<Event>>('GET', '/v1/events?limit=100')).data.map(event => event.type).toReversed(),
  }
}

/** The chain's own balance of an account, in base units. */
export function balanceOf(
  { chain }: { chain: Pick<ServiceLine['chain'], 'rpc_url' | 'token'> },
  address: Address,
): Promise<bigint> {
  const client = createPublicClient({ transport: http(chain.rpc_url) })
  return client.readContract({
    address: chain.token,
    abi: testAusdAbi,
    functionName: 'balanceOf',
    args: [address],
  })
}
