import type {
  Authorisation,
  CheckoutSession,
  PreparedAuthorisation,
  Subscription,
} from '@per-second/protocol/types'
import type { ServiceLine } from '../src/start/start-service.ts'
import { type Answer, createCaller, createSubscriber } from './subscriber.ts'

type Checkout = {
  session: CheckoutSession | null
  prepared: PreparedAuthorisation | null
  authorised: Authorisation | null
}

/** The memory of a merchant and a subscriber between two lives of the backend. Each checkout but the first carries on the meter before it. */
export type Memory = {
  funded: boolean
  checkouts: [Checkout, ...Checkout[]]
  /** Set before the first request, whose answer may be lost. */
  isEnding: boolean
  canceled: Subscription | null
}

/** The amount every one of them is given, in base units: three deposits. */
export const FUNDS = 3_000_000n

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
    checkouts: [{ session: null, prepared: null, authorised: null }],
    isEnding: false,
    canceled: null,
  }
  const newest = () => memory.checkouts.at(-1) as Checkout

  const ask = async <T>(backend: ServiceLine, key: string, path: string, body: object, step: string) => {
    const idempotency = { 'Idempotency-Key': `${name} ${step}` }
    const answer = await createCaller(backend.url, key)<T>('POST', path, body, idempotency)
    answered(step, answer)
    return answer
  }
  const createSession = (backend: ServiceLine, place = 0) => {
    const urls = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
    const body = { product, ...urls, max_duration_seconds: MAX_DURATION_SECONDS }
    const step = `session ${place}`
    return ask<CheckoutSession>(backend, backend.merchant.test_key, '/v1/checkout/sessions', body, step)
  }

  /** Everything up to a running meter of the newest checkout. */
  const subscribe = async (backend: ServiceLine): Promise<void> => {
    const self = createSubscriber(backend, account)
    if (!memory.funded) await self.fund('3', { 'Idempotency-Key': `${name} fund` })
    memory.funded = true
    const checkout = newest()
    const place = memory.checkouts.length - 1
    checkout.session ??= (await createSession(backend, place)).body
    const { id } = checkout.session
    const keyed = (step: string) => ({ 'Idempotency-Key': `${name} ${step} ${place}` })
    const asked = { replaces: memory.checkouts.at(-2)?.session?.id, headers: keyed('prepare') }
    checkout.prepared ??= answered('prepare', await self.prepare(id, undefined, asked))
    const signature = await self.sign(checkout.prepared)
    checkout.authorised ??= answered(
      'authorise',
      await self.authorise(id, checkout.prepared.draft, signature, keyed('authorise')),
    )
  }

  return {
    memory,
    account,
    createSession,
    subscribe,
    isSubscribed: () => newest().authorised !== null,
    /** Opens a meter that replaces the running one, if that has been seen to run. */
    carryOn: async (backend: ServiceLine) => {
      if (memory.isEnding || newest().authorised?.session.status !== 'complete') return
      memory.checkouts.push({ session: null, prepared: null, authorised: null })
      await subscribe(backend)
    },
    cancel: async (backend: ServiceLine) => {
      memory.isEnding = true
      const id = newest().authorised?.subscription.id as string
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
