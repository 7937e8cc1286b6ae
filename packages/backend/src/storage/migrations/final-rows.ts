import type { Migration } from './migration.ts'

/**
 * Ways in for what goes once nobody needs it any more (docs/decisions/0015-what-is-kept.md): events and jobs by age, and which
 * block has a transaction, so that it goes only where that block is final. Invoices are found by customer and
 * subscription without their merchant, whose id was most of those indexes. And what is ready at one instant is
 * taken in the order of ids without all of it being sorted.
 */
export const finalRows: Migration = {
  version: 15,
  apply: async schema => {
    await schema.addColumn('transactions', 'includedIn', 'integer?', null)
    await schema.addIndex('events', ['created'])
    await schema.addIndex('jobs', ['created'])
    const ready = ['status', 'mode', 'operator', 'kind', 'transactionId', 'notBefore']
    await schema.addIndex('jobs', [...ready, 'id'])
    await schema.dropIndex('jobs', ready)
    for (const owner of ['customerId', 'subscriptionId']) {
      await schema.addIndex('invoices', [owner, 'status', 'position', 'periodEnd'])
      await schema.dropIndex('invoices', ['merchantId', 'mode', owner, 'status', 'position', 'periodEnd'])
    }
  },
}
