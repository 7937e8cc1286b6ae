import type {
  Authorisation,
  CheckoutSession,
  PreparedAuthorisation,
  SignIn,
  Subscription,
} from '@per-second/protocol/types'
import type { ServiceLine } from '../src/start-service.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

/** What a merchant and a subscriber remember between two lives of the backend. */
export type Memory = {
  funded: boolean
  session: CheckoutSession | null
  signIn: SignIn | null
  prepared: PreparedAuthorisation | null
  authorised: Authorisation | null
  canceled: Subscription | null
}

/** The amount every one of them is given, in base units. */
export const FUNDS = 1_000_000n

/** Longer than any test runs. */
const MAX_DURATION_SECONDS = 7200

/**
 * A subscriber and their merchant who go through a checkout step by step, forget nothing, and after every failure ask again what
 * they asked before, with the same Idempotency-Key.
 */
export function createStubbornSubscriber(name: string, line: ServiceLine, product: string) {
  const { account } = createSubscriber(line)
  const memory: Memory = {
    funded: false,
    session: null,
    signIn: null,
    prepared: null,
    authorised: null,
    canceled: null,
  }

  const ask = async <T>(backend: ServiceLine, key: string, path: string, body: object, step: string) => {
    const idempotency = { 'Idempotency-Key': `${name} ${step}` }
    const answer = await createCaller(backend.url, key)<T>('POST', path, body, idempotency)
    if (answer.status !== 200) throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.body)}`)
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
    const path = `/v1/client/checkout/sessions/${id}`
    memory.signIn ??= (await self.signIn(id)).body
    const token = memory.signIn.client_token
    memory.prepared ??= (
      await ask<PreparedAuthorisation>(backend, token, `${path}/prepare`, {}, 'prepare')
    ).body
    const signature = await self.sign(memory.prepared)
    memory.authorised ??= (
      await ask<Authorisation>(backend, token, `${path}/authorise`, { signature }, 'authorise')
    ).body
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
