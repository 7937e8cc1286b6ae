import type {
  ApiKey,
  ChainJob,
  ChainTransaction,
  CheckoutSession,
  ClientToken,
  Customer,
  Event,
  IdempotencyRecord,
  Invoice,
  Merchant,
  Product,
  SignInChallenge,
  Subscription,
  WebhookDelivery,
  WebhookEndpoint,
} from '../domain/entities.ts'
import type { Connection } from './engine.ts'
import { deleteOutdated } from './outdated-rows.ts'
import { createRepository, createScopedRepository } from './repository.ts'
import type { EventFilter, InvoiceFilter, SessionFilter, SubscriptionFilter, Transaction } from './storage.ts'

/** The queries of both engines: one unit of work over whatever connection it is given. */
export function createTransaction(connection: Connection): Transaction {
  const { database } = connection
  const sessions = createScopedRepository<CheckoutSession, SessionFilter>(
    connection,
    'sessions',
    ({ status, now }, rows) => {
      const over = rows.and([rows('expiresAt', '<=', now), rows('openingInFlight', '=', 0)])
      if (status === 'complete') return [rows('status', '=', 'complete')]
      if (status === 'open') return [rows('status', '=', 'open'), rows.not(over)]
      if (status === 'expired') {
        return [rows.or([rows('status', '=', 'expired'), rows.and([rows('status', '=', 'open'), over])])]
      }
      return []
    },
  )
  const subscriptions = createScopedRepository<Subscription, SubscriptionFilter>(
    connection,
    'subscriptions',
    ({ status, customer, product }, rows) => [
      ...(status === undefined ? [] : [rows('status', '=', status)]),
      ...(customer === undefined ? [] : [rows('customerId', '=', customer)]),
      ...(product === undefined ? [] : [rows('productId', '=', product)]),
    ],
  )
  const invoices = createScopedRepository<Invoice, InvoiceFilter>(connection, 'invoices', (filter, rows) => [
    ...(filter.status === undefined ? [] : [rows('status', '=', filter.status)]),
    ...(filter.customer === undefined ? [] : [rows('customerId', '=', filter.customer)]),
    ...(filter.subscription === undefined ? [] : [rows('subscriptionId', '=', filter.subscription)]),
    ...(filter.periodEndGte === undefined ? [] : [rows('periodEnd', '>=', filter.periodEndGte * 1000)]),
    ...(filter.periodEndLte === undefined ? [] : [rows('periodEnd', '<', (filter.periodEndLte + 1) * 1000)]),
  ])
  const merchants = createRepository<Merchant>(connection, 'merchants')
  const apiKeys = createRepository<ApiKey>(connection, 'apiKeys')
  const customers = createScopedRepository<Customer>(connection, 'customers')
  const webhookEndpoints = createScopedRepository<WebhookEndpoint>(connection, 'webhookEndpoints')
  const deliveries = createRepository<WebhookDelivery>(connection, 'deliveries')
  const challenges = createRepository<SignInChallenge>(connection, 'challenges')
  const idempotency = createRepository<IdempotencyRecord>(connection, 'idempotency')
  const jobs = createRepository<ChainJob>(connection, 'jobs')
  const transactions = createRepository<ChainTransaction>(connection, 'transactions')
  const settings = createRepository<{ id: string; value: string }>(connection, 'settings')

  return {
    merchants: { ...merchants, everyone: () => merchants.all(rows => rows.and([])) },
    apiKeys: {
      ...apiKeys,
      byPrefix: digits =>
        // Past every longer string of digits, in byte order.
        apiKeys.all(rows => rows.and([rows('id', '>=', digits), rows('id', '<', `${digits}g`)])),
      issued: merchantId => apiKeys.matching(merchantId === undefined ? {} : { merchantId }, 'created'),
    },
    products: createScopedRepository<Product>(connection, 'products'),
    sessions: {
      ...sessions,
      expired: (now, limit) =>
        sessions.all(
          rows =>
            rows.and([
              rows('status', '=', 'open'),
              rows('openingInFlight', '=', 0),
              rows('expiresAt', '<=', now),
            ]),
          { by: 'expiresAt', limit },
        ),
      nextExpiry: after =>
        sessions.least('expiresAt', rows =>
          rows.and([
            rows('status', '=', 'open'),
            rows('openingInFlight', '=', 0),
            rows('expiresAt', '>', after),
          ]),
        ),
    },
    customers: {
      ...customers,
      byWallet: async ({ merchantId, mode }, walletKey) =>
        (await customers.matching({ merchantId, mode, walletKey }))[0] ?? null,
    },
    subscriptions: {
      ...subscriptions,
      byDigest: async digest => (await subscriptions.matching({ digest }))[0] ?? null,
      due: (now, limit) => subscriptions.all(rows => rows('dueAt', '<=', now), { by: 'dueAt', limit }),
      nextDue: after => subscriptions.least('dueAt', rows => rows('dueAt', '>', after)),
      oldestOpen: mode =>
        subscriptions.least('created', rows =>
          rows.and([rows('mode', '=', mode), rows('closed', '=', 0), rows('signature', 'is not', null)]),
        ),
    },
    invoices,
    events: createScopedRepository<Event, EventFilter>(connection, 'events', ({ type }, rows) =>
      type === undefined ? [] : [rows('type', '=', type)],
    ),
    webhookEndpoints: {
      ...webhookEndpoints,
      allOf: ({ merchantId, mode }) => webhookEndpoints.matching({ merchantId, mode }),
      remove: async id => {
        await database.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
      },
    },
    deliveries: {
      ...deliveries,
      due: ({ now, realNow, limit, to }) =>
        deliveries.all(
          rows =>
            rows.and([
              rows('status', '=', 'pending'),
              rows('dueAt', '<=', now),
              rows.or([rows('claimedUntil', 'is', null), rows('claimedUntil', '<=', realNow)]),
              ...('only' in to ? [rows('endpointId', '=', to.only)] : []),
              ...('except' in to && to.except.length > 0 ? [rows('endpointId', 'not in', to.except)] : []),
            ]),
          { by: 'dueAt', limit },
        ),
      nextDue: after =>
        deliveries.least('dueAt', rows =>
          rows.and([rows('status', '=', 'pending'), rows('dueAt', '>', after)]),
        ),
      postpone: async (endpointId, instant) => {
        await database
          .updateTable('deliveries')
          .set({ dueAt: instant })
          .where('endpointId', '=', endpointId)
          .where('status', '=', 'pending')
          .where('dueAt', '<', instant)
          .execute()
      },
      reschedule: async (endpointId, dueAt) => {
        await database
          .updateTable('deliveries')
          .set({ dueAt })
          .where('endpointId', '=', endpointId)
          .where('status', '=', 'pending')
          .execute()
      },
      removeOf: async endpointId => {
        await database.deleteFrom('deliveries').where('endpointId', '=', endpointId).execute()
      },
      releaseClaims: async () => {
        await database
          .updateTable('deliveries')
          .set({ claimedUntil: null })
          .where('claimedUntil', 'is not', null)
          .execute()
      },
    },
    challenges: {
      ...challenges,
      consume: async (id, now) => {
        const result = await database
          .updateTable('challenges')
          .set({ usedAt: now })
          .where('id', '=', id)
          .where('usedAt', 'is', null)
          .executeTakeFirst()
        return result.numUpdatedRows === 1n
      },
    },
    tokens: {
      ...createRepository<ClientToken>(connection, 'tokens'),
      revokeOfSession: async (sessionId, now) => {
        await database
          .updateTable('tokens')
          .set({ revokedAt: now })
          .where('sessionId', '=', sessionId)
          .where('revokedAt', 'is', null)
          .execute()
      },
    },
    idempotency: {
      ...idempotency,
      remove: async id => {
        await database.deleteFrom('idempotency').where('id', '=', id).execute()
      },
    },
    jobs: {
      ...jobs,
      ready: (mode, now) =>
        jobs.all(rows =>
          rows.and([
            rows('status', '=', 'pending'),
            rows('mode', '=', mode),
            rows('transactionId', 'is', null),
            rows('notBefore', '<=', now),
          ]),
        ),
      sent: mode =>
        jobs.all(rows =>
          rows.and([
            rows('status', '=', 'pending'),
            rows('mode', '=', mode),
            rows('transactionId', 'is not', null),
          ]),
        ),
      pendingOf: subscriptionId => jobs.matching({ subscriptionId, status: 'pending' }),
      ofTransaction: (mode, transactionId) =>
        jobs.all(rows =>
          rows.and([
            rows('status', 'in', ['pending', 'done', 'failed']),
            rows('mode', '=', mode),
            rows('transactionId', '=', transactionId),
          ]),
        ),
      nextTry: after =>
        jobs.least('notBefore', rows =>
          rows.and([
            rows('status', '=', 'pending'),
            rows('transactionId', 'is', null),
            rows('notBefore', '>', after),
          ]),
        ),
    },
    transactions: {
      ...transactions,
      bySender: (chainId, sender, fromNonce) =>
        transactions.all(
          rows =>
            rows.and([
              rows('chainId', '=', chainId),
              rows('sender', '=', sender),
              rows('nonce', '>=', fromNonce),
            ]),
          { by: 'nonce' },
        ),
      ofNonce: (chainId, sender, nonce) =>
        transactions.all(rows =>
          rows.and([rows('chainId', '=', chainId), rows('sender', '=', sender), rows('nonce', '=', nonce)]),
        ),
      lastNonce: async (chainId, sender) => {
        const row = await database
          .selectFrom('transactions')
          .select(rows => rows.fn.max('nonce').as('nonce'))
          .where('chainId', '=', chainId)
          .where('sender', '=', sender)
          .executeTakeFirst()
        return row?.nonce == null ? null : Number(row.nonce)
      },
    },
    settings: {
      get: async key => (await settings.get(key))?.value ?? null,
      set: async (key, value) => {
        await database
          .insertInto('settings')
          .values({ id: key, value })
          .onConflict(conflict => conflict.column('id').doUpdateSet({ value }))
          .execute()
      },
    },
    deleteOutdated: async (kind, upTo, limit) =>
      Number((await deleteOutdated(database, kind, upTo, limit).executeTakeFirst()).numDeletedRows),
  }
}
