import type { Migration } from './migration.ts'

/**
 * Lists by two filters at once, and by bounds on the end of a period, lead to their newest rows too
 * (docs/decisions/0014-lists-in-commit-order.md). Processes of the version before go on: they find fewer of their ways in, and nothing wrong.
 */
export const listFilters: Migration = {
  version: 14,
  apply: async schema => {
    for (const filter of ['customerId', 'productId']) {
      await schema.dropIndex('subscriptions', ['merchantId', 'mode', filter, 'position'])
      await schema.addIndex('subscriptions', ['merchantId', 'mode', filter, 'status', 'position'])
    }
    await schema.addIndex('subscriptions', [
      ...['merchantId', 'mode', 'customerId', 'productId', 'status', 'position'],
    ])
    for (const filter of ['customerId', 'subscriptionId']) {
      await schema.dropIndex('invoices', ['merchantId', 'mode', filter, 'position'])
      await schema.addIndex('invoices', ['merchantId', 'mode', filter, 'status', 'position', 'periodEnd'])
    }
    await schema.addIndex('invoices', [
      ...['merchantId', 'mode', 'positionBlock', 'status', 'periodEnd', 'position'],
    ])
    await schema.dropIndex('invoices', ['subscriptionId', 'status'])
  },
}
