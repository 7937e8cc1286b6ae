import type {
  Authorisation,
  CheckoutSession,
  PreparedAuthorisation,
  Subscription,
} from '@per-second/protocol/types'
import type { ServiceLine } from '../src/start/start-service.ts'
import { type Answer, createCaller, createSubscriber } from './subscriber.ts'

/** The memory of a merchant and a subscriber between two lives of the backend. */
export type Memory = {
  funded: boolean
  session: CheckoutSession | null
  prepared: PreparedAuthorisation | null
  authorised: Authorisation | null
  canceled: Subscription | null
}

/** The amount every one of them is given, in base units. */
export const FUNDS = 1_000_000n

/** Longer than any test runs. */
const MAX_DURATION_SECONDS = 7200

/**
 * A subscriber and their merchant who go through a checkout step by step and forget nothing. After every failure they
 * repeat the last request, with the same Idempotency-Key.
 */
export function createStubbornSubscriber(name: string, line: ServiceLine, product: string) {
  const { account } = createSubscriber(line)
  const memory: Memory = {
    funded: false,
    session: null,
    prepared: null,
    authorised: null,
    canceled: null,
  }

  const ask = async <T>(backend: ServiceLine, key: string, path: string, body: object, step: string) => {
    const idempotency = { 'Idempotency-Key': `${name} ${step}` }
    const answer = await createCaller(backend.url, key)<T>('POST', path, body, idempotency)
    answered(step, answer)
    return answer
  }
  const createSession = (backend: ServiceLine) => {
    const urls = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
    const body = { product, ...urls, max_duration_seconds: MAX_DURATION_SECONDS }
    return ask<CheckoutSession>(backend, backend.merchant.test_key, '/v1/checkout/sessions', body, 'session')
  }

  /** Everything up to a running meter. */
  const subscribe = async (backend: ServiceLine): Promise<void> => {
    const self = createSubscriber(backend, account)
    if (!memory.funded) await self.fund('1', { 'Idempotency-Key': `${name} fund` })
    memory.funded = true
    memory.session ??= (await createSession(backend)).body
    const { id } = memory.session
    const keyed = (step: string) => ({ 'Idempotency-Key': `${name} ${step}` })
    memory.prepared ??= answered('prepare', await self.prepare(id, undefined, { headers: keyed('prepare') }))
    const signature = await self.sign(memory.prepared)
    memory.authorised ??= answered(
      'authorise',
      await self.authorise(id, memory.prepared.draft, signature, keyed('authorise')),
    )
  }

  return {
    memory,
    account,
    createSession,
    subscribe,
    cancel: async (backend: ServiceLine) => {
      const id = memory.authorised?.subscription.id as string
      const path = `/v1/subscriptions/${id}/cancel`
      memory.canceled ??= (
        await ask<Subscription>(backend, backend.merchant.test_key, path, {}, 'cancel')
      ).body
    },
  }
}

function answered<T>(step: string, { status, body }: Answer<T>): T {
  if (status === 200) return body
  throw new Error(`${step}: ${status} ${JSON.stringify(body)}`)
}
