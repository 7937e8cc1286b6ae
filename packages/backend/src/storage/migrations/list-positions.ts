import type { Migration } from './migration.ts'

/** Every list of one merchant's objects, and the columns that it is filtered by. */
const LISTS: Record<string, readonly string[]> = {
  products: [],
  sessions: ['status'],
  customers: [],
  subscriptions: ['status', 'customerId', 'productId'],
  invoices: ['subscriptionId', 'customerId', 'status'],
  events: ['type'],
  webhookEndpoints: [],
}

/**
 * A list is in the order of commits (docs/decisions/0014-lists-in-commit-order.md), and so is each of it that has one value in one
 * column: an index leads to its newest rows and from there to the next ones, however many there are. Processes of older versions have
 * to end first: they sort by ids, for which there is no index any more.
 */
export const listPositions: Migration = {
  version: 12,
  apply: async schema => {
    for (const [table, filters] of Object.entries(LISTS)) {
      await schema.dropIndex(table, ['merchantId', 'mode', 'id'])
      // Ids of subscriptions are reserved some time before there is one.
      await schema.addPosition(table, table === 'subscriptions' ? ['created', 'id'] : ['id'])
      await schema.addIndex(table, ['merchantId', 'mode', 'position'])
      for (const filter of filters) await schema.addIndex(table, ['merchantId', 'mode', filter, 'position'])
    }
    await schema.dropIndex('subscriptions', ['merchantId', 'mode', 'created', 'id'])
    for (const filter of LISTS.invoices ?? [])
      await schema.dropIndex('invoices', ['merchantId', 'mode', filter, 'id'])
  },
}
