import { deleteOutdated } from './outdated-rows.ts'
import { createBacklog } from './repositories/backlog.ts'
import { createChainTransactions } from './repositories/chain-transactions.ts'
import { createDeliveries } from './repositories/deliveries.ts'
import { createEscrowEvents } from './repositories/escrow-events.ts'
import { createIndexedBlocks } from './repositories/indexed-blocks.ts'
import { createInvoices } from './repositories/invoices.ts'
import { createJobs } from './repositories/jobs.ts'
import { createSessions } from './repositories/sessions.ts'
import { createSubscriptions } from './repositories/subscriptions.ts'
import { createTokens } from './repositories/tokens.ts'
import { createWebhookEndpoints } from './repositories/webhook-endpoints.ts'
import { createRepository, createScopedRepository } from './repository.ts'
import type { CustomerFilter, EventFilter, Transaction } from './storage.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The queries of both engines, over the rows of one unit of work. */
export function createTransaction(unit: UnitOfWork): Transaction {
  const { builder } = unit.connection
  const merchants = createRepository(unit, 'merchants')
  const apiKeys = createRepository(unit, 'apiKeys')
  const customers = createScopedRepository(unit, 'customers', (filter: CustomerFilter, rows) => ({
    anyOf: [
      (['email', 'walletKey'] as const).flatMap(column => {
        const value = filter[column]
        return value === undefined ? [] : [rows(column, '=', value)]
      }),
    ],
  }))
  const challenges = createRepository(unit, 'challenges')
  const settings = createRepository(unit, 'settings')

  return {
    merchants: { ...merchants, everyone: () => merchants.matching({}) },
    apiKeys: {
      ...apiKeys,
      byPrefix: digits =>
        apiKeys.all('by prefix', {
          // The end is past every longer string of digits, in byte order.
          args: { digits, end: `${digits}g` },
          where: (rows, args) => rows.and([rows('id', '>=', args.digits), rows('id', '<', args.end)]),
        }),
      issued: merchantId => apiKeys.matching(merchantId === undefined ? {} : { merchantId }, 'created'),
    },
    products: createScopedRepository(unit, 'products'),
    sessions: createSessions(unit),
    customers: {
      ...customers,
      byWallet: async ({ merchantId, mode }, walletKey) =>
        (await customers.matching({ merchantId, mode, walletKey }))[0] ?? null,
    },
    subscriptions: createSubscriptions(unit),
    invoices: createInvoices(unit),
    events: createScopedRepository(unit, 'events', ({ type }: EventFilter, rows) => ({
      anyOf: [type === undefined ? [] : [rows('type', '=', type)]],
    })),
    webhookEndpoints: createWebhookEndpoints(unit),
    deliveries: createDeliveries(unit),
    challenges: {
      ...challenges,
      consume: async (id, now) => {
        const unused = builder.updateTable('challenges').set({ usedAt: now }).where('id', '=', id)
        const used = await unit
          .of('challenges')
          .change(unused.where('usedAt', 'is', null).returning('id').compile())
        return used.length === 1
      },
    },
    tokens: createTokens(unit),
    idempotency: createRepository(unit, 'idempotency'),
    jobs: createJobs(unit),
    transactions: createChainTransactions(unit),
    escrowEvents: createEscrowEvents(unit),
    indexedBlocks: createIndexedBlocks(unit),
    settings: {
      get: async key => (await settings.get(key))?.value ?? null,
      set: async (key, value) => {
        const setting = { id: key, value }
        await ((await settings.get(key)) === null ? settings.insert(setting) : settings.update(setting))
      },
    },
    backlog: createBacklog(unit),
    deleteOutdated: async (kind, upTo, limit) => {
      const deletion = deleteOutdated(builder, kind, upTo, limit)
      return (await unit.of(deletion.table).change(deletion.query.compile())).length
    },
  }
}
