import type { Connection } from './engine.ts'
import { deleteOutdated } from './outdated-rows.ts'
import { createChainTransactions } from './repositories/chain-transactions.ts'
import { createDeliveries } from './repositories/deliveries.ts'
import { createEscrowEvents } from './repositories/escrow-events.ts'
import { createIndexedBlocks } from './repositories/indexed-blocks.ts'
import { createInvoices } from './repositories/invoices.ts'
import { createJobs } from './repositories/jobs.ts'
import { createSessions } from './repositories/sessions.ts'
import { createSubscriptions } from './repositories/subscriptions.ts'
import { createRepository, createScopedRepository } from './repository.ts'
import type { EventFilter, Transaction } from './storage.ts'

/** The queries of both engines: one unit of work over whatever connection it is given. */
export function createTransaction(connection: Connection): Transaction {
  const { database, known } = connection
  const merchants = createRepository(connection, 'merchants')
  const apiKeys = createRepository(connection, 'apiKeys')
  const customers = createScopedRepository(connection, 'customers')
  const webhookEndpoints = createScopedRepository(connection, 'webhookEndpoints')
  const challenges = createRepository(connection, 'challenges')
  const tokens = createRepository(connection, 'tokens')
  const idempotency = createRepository(connection, 'idempotency')
  const settings = createRepository(connection, 'settings')

  return {
    merchants: { ...merchants, everyone: () => merchants.all(rows => rows.and([])) },
    apiKeys: {
      ...apiKeys,
      byPrefix: digits =>
        // Past every longer string of digits, in byte order.
        apiKeys.all(rows => rows.and([rows('id', '>=', digits), rows('id', '<', `${digits}g`)])),
      issued: merchantId => apiKeys.matching(merchantId === undefined ? {} : { merchantId }, 'created'),
    },
    products: createScopedRepository(connection, 'products'),
    sessions: createSessions(connection),
    customers: {
      ...customers,
      byWallet: async ({ merchantId, mode }, walletKey) =>
        (await customers.matching({ merchantId, mode, walletKey }))[0] ?? null,
    },
    subscriptions: createSubscriptions(connection),
    invoices: createInvoices(connection),
    events: createScopedRepository(connection, 'events', ({ type }: EventFilter, rows) =>
      type === undefined ? [] : [rows('type', '=', type)],
    ),
    webhookEndpoints: {
      ...webhookEndpoints,
      allOf: ({ merchantId, mode }) => webhookEndpoints.matching({ merchantId, mode }),
      remove: async id => {
        known.of('webhookEndpoints').clear()
        await database.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
      },
    },
    deliveries: createDeliveries(connection),
    challenges: {
      ...challenges,
      consume: async (id, now) => {
        known.of('challenges').clear()
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
      ...tokens,
      ofSession: async sessionId => (await tokens.matching({ sessionId }, 'created')).reverse(),
      remove: async id => {
        known.of('tokens').clear()
        await database.deleteFrom('tokens').where('id', '=', id).execute()
      },
      revokeOfSession: async (sessionId, now) => {
        known.of('tokens').clear()
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
        known.of('idempotency').clear()
        await database.deleteFrom('idempotency').where('id', '=', id).execute()
      },
    },
    jobs: createJobs(connection),
    transactions: createChainTransactions(connection),
    escrowEvents: createEscrowEvents(connection),
    indexedBlocks: createIndexedBlocks(connection),
    settings: {
      get: async key => (await settings.get(key))?.value ?? null,
      set: async (key, value) => {
        known.of('settings').clear()
        await database
          .insertInto('settings')
          .values({ id: key, value })
          .onConflict(conflict => conflict.column('id').doUpdateSet({ value }))
          .execute()
      },
    },
    deleteOutdated: async (kind, upTo, limit) => {
      known.forget()
      return Number((await deleteOutdated(database, kind, upTo, limit).executeTakeFirst()).numDeletedRows)
    },
  }
}
