import assert from 'node:assert/strict'
import type { ErrorEnvelope } from '@per-second/protocol/errors'
import type {
  Authorisation,
  CheckoutSession,
  Customer,
  Event,
  Invoice,
  List,
  PreparedAuthorisation,
  Product,
  SignIn,
  Subscription,
  TestClock,
} from '@per-second/protocol/types'
import type { BackendProcess } from '../backend-process.ts'
import { createMerchantServer } from '../merchant.ts'
import { type Answer, createCaller, type createSubscriber } from '../subscriber.ts'
import type { Command } from './command.ts'
import {
  expectedCustomer,
  expectedInvoices,
  expectedProduct,
  expectedSession,
  expectedSubscription,
} from './expected.ts'
import { Model, type ModelSession, type ModelSubscription } from './model.ts'

export type Wallet = ReturnType<typeof createSubscriber>

type Sent = { path: string; body: object; key: string; text: string; at: number; command: Command }

const KEY_SECONDS = 24 * 3_600

/** A merchant on a real backend beside a model of it. */
export async function createWorld(backend: BackendProcess, wallets: readonly Wallet[]) {
  const merchant = await createMerchantServer(backend)
  const { body: clock } = await merchant.call<TestClock>('GET', '/v1/test_helpers/clock')
  const model = new Model(clock.now)
  const sent: Sent[] = []
  const customers = new Map<number, string>()
  const known = { customerOf: (wallet: number) => customers.get(wallet) ?? null }
  const tokens = new Map<string, string>()
  let keys = 0

  const walletOf = (wallet: number) => wallets[wallet % wallets.length] as Wallet

  /** Asks, and holds the status against the model's word: null for 200, else the code of a 400. */
  const ask = async <T>(
    path: string,
    body: object,
    wanted: string | null,
    keyed?: Command,
  ): Promise<T | null> => {
    const key = `key ${keys++}`
    const answer = await merchant.call<T | ErrorEnvelope>(
      'POST',
      path,
      body,
      keyed ? { 'Idempotency-Key': key } : {},
    )
    refuses(answer, wanted)
    if (wanted !== null) return null
    if (keyed)
      sent.push({ path, body, key, text: JSON.stringify(answer.body), at: model.now, command: keyed })
    return answer.body as T
  }

  const authorise = async (
    session: ModelSession,
    { wallet, cap: wishedCap, old }: { wallet: number; cap: number; old: ModelSession | null },
  ) => {
    const subscriber = walletOf(wallet)
    const cap = session.cap ?? wishedCap
    const prepared = (await subscriber.prepare(session.id, session.cap === null ? cap : undefined, {
      replaces: old?.id,
    })) as Answer<PreparedAuthorisation>
    if (session.status === 'expired') return refuses(prepared, 'checkout_session_expired')
    if (session.status === 'complete') return refuses(prepared, 'checkout_session_not_open')
    if (!session.product.active) return refuses(prepared, 'product_inactive')
    const why = old === null ? null : model.whyNotCarryOn(old, wallet)
    refuses(prepared, why)
    if (why !== null) return
    const { draft } = prepared.body
    const signature = await subscriber.sign(prepared.body)
    const done = (await subscriber.authorise(session.id, draft, signature)) as Answer<Authorisation>
    refuses(done, null)
    customers.set(wallet, done.body.customer)
    model.authorise(session, { wallet, cap, id: done.body.subscription.id, old })
    tokens.set(done.body.subscription.id, done.body.client_token)
  }

  /** The meter's first token, until 24 hours after its end. After that its wallet signs in again. */
  const tokenOf = async ({ id, meter, session, wallet }: ModelSubscription): Promise<string> => {
    const first = tokens.get(id) as string
    const isOver = meter.endedAt !== null && model.now >= meter.endedAt + KEY_SECONDS
    const { status } = await createCaller(backend.url, first)('GET', `/v1/client/subscriptions/${id}`)
    assert.equal(status, isOver ? 401 : 200, `a token of a meter that ended at ${meter.endedAt}`)
    if (!isOver) return first
    const { body, status: signedIn } = await walletOf(wallet).signIn(session.id)
    assert.equal(signedIn, 200, JSON.stringify(body))
    return (body as SignIn).client_token
  }

  const asSubscriber = async (action: 'pause' | 'resume' | 'cancel', subscription: ModelSubscription) => {
    const token = await tokenOf(subscription)
    const why = model.whyNot('subscriber', action, subscription)
    refuses(await walletOf(subscription.wallet).act(token, subscription.id, action), why)
    if (why === null) model.act('subscriber', action, subscription)
  }

  const repeat = async ({ path, body, key, text, at, command }: Sent, otherBody: boolean) => {
    // Its time is over: the same request is a new one.
    if (model.now >= at + KEY_SECONDS) return run(command)
    if (otherBody && path !== '/v1/products') return
    const answer = await merchant.call<object>(
      'POST',
      path,
      otherBody ? { ...body, name: 'Another name' } : body,
      { 'Idempotency-Key': key },
    )
    refuses(answer, otherBody ? 'idempotency_key_reused' : null)
    if (otherBody) return
    assert.equal(JSON.stringify(answer.body), text, 'a repeat is answered with the same bytes')
    assert.equal(answer.headers.get('Idempotent-Replayed'), 'true')
  }

  const run = async (command: Command): Promise<void> => {
    const product = pick(model.products, 'product' in command ? command.product : 0)
    const session = pick(model.sessions, 'session' in command ? command.session : 0)
    const subscription = pick(model.subscriptions, 'subscription' in command ? command.subscription : 0)
    switch (command.do) {
      case 'product': {
        const { rate, allowPause, startMode } = command
        const body = {
          name: 'GPU',
          rate_usd_per_second: rate,
          allow_pause: allowPause,
          start_mode: startMode,
        }
        const made = await ask<Product>('/v1/products', body, null, command.keyed ? command : undefined)
        if (made) model.addProduct({ id: made.id, rate, allowPause, startMode, active: true })
        return
      }
      case 'activate':
        if (!product) return
        await ask(`/v1/products/${product.id}`, { active: command.active }, null)
        return model.activate(product, command.active)
      case 'session': {
        if (!product) return
        const { cap } = command
        const urls = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
        const body = { product: product.id, ...urls, max_duration_seconds: cap }
        const why = product.active ? null : 'product_inactive'
        const made = await ask<CheckoutSession>(
          '/v1/checkout/sessions',
          body,
          why,
          command.keyed ? command : undefined,
        )
        if (made) model.addSession(made.id, product, cap)
        return
      }
      case 'expire': {
        if (!session) return
        const why = model.whyNotExpire(session)
        await ask(`/v1/checkout/sessions/${session.id}/expire`, {}, why)
        if (why === null) model.expire(session)
        return
      }
      case 'authorise':
        if (session)
          await authorise(session, {
            ...{ wallet: command.wallet % wallets.length, cap: command.cap },
            old: command.replaces === null ? null : (pick(model.sessions, command.replaces) ?? null),
          })
        return
      case 'merchant': {
        if (!subscription) return
        const why = model.whyNot('merchant', command.action, subscription)
        const path = `/v1/subscriptions/${subscription.id}/${command.action}`
        await ask(path, {}, why, command.keyed ? command : undefined)
        if (why === null) model.act('merchant', command.action, subscription)
        return
      }
      case 'subscriber':
        if (subscription) await asSubscriber(command.action, subscription)
        return
      case 'repeat': {
        const earlier = pick(sent, command.request)
        if (earlier) await repeat(earlier, command.otherBody)
        return
      }
      case 'advance':
        await merchant.advance(command.seconds)
        return model.advance(command.seconds)
    }
  }

  /** The merchant's whole view equals the model. */
  const compare = async () => {
    const all = async <T>(path: string): Promise<T[]> => everything<T>(merchant.call, path)
    same(
      await all<Product>('/v1/products'),
      newestFirst(model.products).map(product => expectedProduct(model, product)),
    )
    same(
      await all<CheckoutSession>('/v1/checkout/sessions'),
      newestFirst(model.sessions).map(session => expectedSession(model, session, known)),
    )
    const subscriptions = await all<Subscription>('/v1/subscriptions')
    same(
      subscriptions,
      newestFirst(model.subscriptions).map(subscription => expectedSubscription(model, subscription, known)),
    )
    for (const customer of await all<Customer>('/v1/customers')) {
      const wallet = [...customers].find(([, id]) => id === customer.id)?.[0]
      assert.ok(wallet !== undefined, `${customer.id} belongs to no wallet`)
      same([customer], [expectedCustomer(model, wallet)])
    }
    const invoices = await all<Invoice>('/v1/invoices')
    for (const subscription of model.subscriptions) {
      const own = invoices.filter(invoice => invoice.subscription === subscription.id)
      same(own, expectedInvoices(subscription))
      const latest = subscriptions.find(({ id }) => id === subscription.id)?.latest_invoice
      assert.equal(latest, own[0]?.id ?? null)
      for (const invoice of own) assert.match(invoice.tx_hash, /^0x[0-9a-f]{64}$/)
    }
    assert.equal(
      invoices.length,
      model.subscriptions.reduce((total, one) => total + one.invoices.length, 0),
    )
  }

  return {
    run,
    compare,
    /** Checks that every event was announced once, then ends the running meters. */
    finish: async () => {
      const types = Object.groupBy(await everything<Event>(merchant.call, '/v1/events'), ({ type }) => type)
      const counts = Object.fromEntries(Object.entries(types).map(([type, found]) => [type, found.length]))
      assert.deepEqual(counts, model.events)
      for (const subscription of model.subscriptions) {
        if (model.whyNot('merchant', 'cancel', subscription) === null)
          await merchant.act(subscription.id, 'cancel')
      }
    },
  }
}

function pick<T>(values: readonly T[], index: number): T | undefined {
  return values[index % values.length]
}

const newestFirst = <T>(made: readonly T[]): T[] => made.toReversed()

function refuses({ status, body }: Answer<unknown>, code: string | null): void {
  const told = status === 200 ? null : ((body as ErrorEnvelope).error?.code ?? String(status))
  assert.equal(told, code, JSON.stringify(body))
  if (code !== null) assert.equal(status, code === 'resource_missing' ? 404 : 400)
}

/** The same, as far as the model knows. */
function same(actual: readonly object[], expected: readonly object[]): void {
  assert.deepEqual(
    actual.map((one, index) => known(one, expected[index] ?? {})),
    expected,
  )
}

function known(actual: object, expected: object): object {
  const fields = actual as Record<string, unknown>
  const shown = Object.entries(expected).map(([name, value]) => {
    const nested = typeof value === 'object' && value !== null && typeof fields[name] === 'object'
    return [name, nested ? known(fields[name] as object, value) : fields[name]]
  })
  return Object.fromEntries(shown)
}

async function everything<T>(call: ReturnType<typeof createCaller>, path: string): Promise<T[]> {
  const found: T[] = []
  for (let cursor = ''; ; ) {
    const { body } = await call<List<T & { id: string }>>('GET', `${path}?limit=100${cursor}`)
    found.push(...body.data)
    const last = body.data.at(-1)
    if (!body.has_more || last === undefined) return found
    cursor = `&starting_after=${last.id}`
  }
}
