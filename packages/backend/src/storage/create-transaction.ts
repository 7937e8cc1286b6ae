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
import type { Database } from './engine.ts'
import { createRepository, createScopedRepository } from './repository.ts'
import type { EventFilter, InvoiceFilter, SessionFilter, SubscriptionFilter, Transaction } from './storage.ts'

/** The queries of both engines: one unit of work over whatever connection it is given. */
export function createTransaction(database: Database): Transaction {
  const sessions = createScopedRepository<CheckoutSession, SessionFilter>(
    database,
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
    database,
    'subscriptions',
    ({ status, customer, product }, rows) => [
      ...(status === undefined ? [] : [rows('status', '=', status)]),
      ...(customer === undefined ? [] : [rows('customerId', '=', customer)]),
      ...(product === undefined ? [] : [rows('productId', '=', product)]),
    ],
  )
  const invoices = createScopedRepository<Invoice, InvoiceFilter>(database, 'invoices', (filter, rows) => [
    ...(filter.status === undefined ? [] : [rows('status', '=', filter.status)]),
    ...(filter.customer === undefined ? [] : [rows('customerId', '=', filter.customer)]),
    ...(filter.subscription === undefined ? [] : [rows('subscriptionId', '=', filter.subscription)]),
    ...(filter.periodEndGte === undefined ? [] : [rows('periodEnd', '>=', filter.periodEndGte * 1000)]),
    ...(filter.periodEndLte === undefined ? [] : [rows('periodEnd', '<', (filter.periodEndLte + 1) * 1000)]),
  ])
  const merchants = createRepository<Merchant>(database, 'merchants')
  const apiKeys = createRepository<ApiKey>(database, 'apiKeys')
  const customers = createScopedRepository<Customer>(database, 'customers')
  const webhookEndpoints = createScopedRepository<WebhookEndpoint>(database, 'webhookEndpoints')
  const deliveries = createRepository<WebhookDelivery>(database, 'deliveries')
  const challenges = createRepository<SignInChallenge>(database, 'challenges')
  const idempotency = createRepository<IdempotencyRecord>(database, 'idempotency')
  const jobs = createRepository<ChainJob>(database, 'jobs')
  const transactions = createRepository<ChainTransaction>(database, 'transactions')
  const settings = createRepository<{ id: string; value: string }>(database, 'settings')

  return {
    merchants: { ...merchants, everyone: () => merchants.all(rows => rows.and([])) },
    apiKeys: {
      ...apiKeys,
      byPrefix: digits =>
        // Past every longer string of digits, in byte order.
        apiKeys.all(rows => rows.and([rows('id', '>=', digits), rows('id', '<', `${digits}g`)])),
      issued: merchantId =>
        apiKeys.all(rows => rows.and(merchantId === undefined ? [] : [rows('merchantId', '=', merchantId)]), {
          by: 'created',
        }),
    },
    products: createScopedRepository<Product>(database, 'products'),
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
      byWallet: (scope, walletKey) =>
        customers.first(rows =>
          rows.and([
            rows('merchantId', '=', scope.merchantId),
            rows('mode', '=', scope.mode),
            rows('walletKey', '=', walletKey),
          ]),
        ),
    },
    subscriptions: {
      ...subscriptions,
      byDigest: digest => subscriptions.first(rows => rows('digest', '=', digest)),
      due: (now, limit) => subscriptions.all(rows => rows('dueAt', '<=', now), { by: 'dueAt', limit }),
      nextDue: after => subscriptions.least('dueAt', rows => rows('dueAt', '>', after)),
    },
    invoices,
    events: createScopedRepository<Event, EventFilter>(database, 'events', ({ type }, rows) =>
      type === undefined ? [] : [rows('type', '=', type)],
    ),
    webhookEndpoints: {
      ...webhookEndpoints,
      allOf: scope =>
        webhookEndpoints.all(rows =>
          rows.and([rows('merchantId', '=', scope.merchantId), rows('mode', '=', scope.mode)]),
        ),
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
      ...createRepository<ClientToken>(database, 'tokens'),
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
      pendingOf: subscriptionId =>
        jobs.all(rows =>
          rows.and([rows('status', '=', 'pending'), rows('subscriptionId', '=', subscriptionId)]),
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
  }
}
