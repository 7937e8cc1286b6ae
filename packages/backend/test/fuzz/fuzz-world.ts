import type { BackendProcess } from '../backend-process.ts'
import { createMerchantServer } from '../merchant.ts'
import { createSubscriber } from '../subscriber.ts'

/** Keys, tokens and ids that exist, for requests that should get past the first checks. */
export type FuzzWorld = {
  /** Keys whose objects are counted at the end. */
  secretKeys: string[]
  clientTokens: string[]
  /** Of open and of complete sessions, with the data of each. */
  drafts: { draft: string; signature: string; secret: string }[]
  adminToken: string
  ids: Record<
    'product' | 'session' | 'customer' | 'subscription' | 'invoice' | 'event' | 'endpoint',
    string[]
  >
}

type Listed = { data: { id: string }[] }

const LISTS = [
  ['product', '/v1/products'],
  ['session', '/v1/checkout/sessions'],
  ['customer', '/v1/customers'],
  ['subscription', '/v1/subscriptions'],
  ['invoice', '/v1/invoices'],
  ['event', '/v1/events'],
] as const

/** An hour and a bit: every running meter has an invoice after it. */
const PAST_A_SETTLEMENT = 3_700

/** Two merchants, with subscribers at every stage of a checkout. */
export async function createFuzzWorld(backend: BackendProcess): Promise<FuzzWorld> {
  const world: FuzzWorld = {
    secretKeys: [],
    clientTokens: [],
    drafts: [],
    adminToken: backend.admin_token,
    ids: { product: [], session: [], customer: [], subscription: [], invoice: [], event: [], endpoint: [] },
  }
  const merchants = [await createMerchantServer(backend), await createMerchantServer(backend)]
  for (const merchant of merchants) {
    world.secretKeys.push(merchant.test_key, merchant.live_key)
    const free = await merchant.product({ allow_pause: true })
    const held = await merchant.product({ start_mode: 'merchant' })
    for (const product of [free, free, held]) {
      const subscriber = createSubscriber(backend)
      await subscriber.fund('100')
      const session = await merchant.session(product)
      const { token, signed } = await subscriber.subscribe(session, 86_400)
      world.clientTokens.push(token)
      world.drafts.push({ draft: signed.draft, signature: signed.signature, secret: signed.secret })
    }
  }
  await merchants[0]?.advance(PAST_A_SETTLEMENT)
  for (const merchant of merchants) {
    const product = await merchant.product()
    const subscriber = createSubscriber(backend)
    const session = await merchant.session(product)
    const { body } = await subscriber.prepare(session.id, 3600)
    const signature = await subscriber.sign(body)
    world.drafts.push({ draft: body.draft, signature, secret: subscriber.secret })
    await merchant.session(product)
    for (const [noun, path] of LISTS) {
      const { body } = await merchant.call<Listed>('GET', `${path}?limit=20`)
      world.ids[noun].push(...body.data.map(({ id }) => id))
    }
  }
  return world
}
