import type { Migration } from './migration.ts'

/**
 * Jobs and events say which trace (`traceparent`) they come from, for logs and webhooks; and a service that reconciles goes through the
 * meters that the escrow has not closed without a look at all others.
 */
export const traces: Migration = {
  version: 13,
  apply: async schema => {
    await schema.addColumn('jobs', 'traceparent', 'text?', null)
    await schema.addColumn('events', 'traceparent', 'text?', null)
    await schema.addIndex('subscriptions', ['closed', 'mode', 'id'])
  },
}
