import type { Migration } from './migration.ts'

/**
 * Ways in for lists of invoices by one filter, newest first: without them a page of the few that fit reads all of the merchant's. The
 * scope comes first, because SQLite keeps no statistics and takes the index with the most columns it has values for.
 */
export const invoiceFilters: Migration = {
  version: 3,
  apply: async schema => {
    await schema.addIndex('invoices', ['merchantId', 'mode', 'subscriptionId', 'id'])
    await schema.addIndex('invoices', ['merchantId', 'mode', 'customerId', 'id'])
    await schema.addIndex('invoices', ['merchantId', 'mode', 'status', 'id'])
  },
}
