import type { Migration } from './migration.ts'

/**
 * Authorisations are drafts until they are signed: sessions that were only signed in to, or only prepared, are free again. Tokens
 * remember when they were made, so that the oldest can go, and failed openings are found by payer. Ids of subscriptions are reserved
 * before these are made, so that lists go by the latter.
 */
export const statelessDrafts: Migration = {
  version: 6,
  apply: async schema => {
    await schema.addColumn('tokens', 'created', 'instant', 0)
    await schema.addIndex('subscriptions', ['merchantId', 'mode', 'created', 'id'])
    await schema.addIndex('subscriptions', ['openingsFailed', 'created'])
    const { database } = schema
    const unsigned = database
      .selectFrom('sessions')
      .select('id')
      .where('status', '=', 'open')
      .where('openingInFlight', '=', 0)
      .where('customerId', 'is not', null)
    await database
      .updateTable('subscriptions')
      .set({ status: 'incomplete_expired' })
      .where('status', '=', 'incomplete')
      .where('sessionId', 'in', unsigned)
      .execute()
    await database
      .updateTable('sessions')
      .set({ maxDurationSeconds: null })
      .where('capFixed', '=', 0)
      .where('id', 'in', unsigned)
      .execute()
    await database
      .updateTable('sessions')
      .set({ customerId: null, subscriptionId: null })
      .where('status', '=', 'open')
      .where('openingInFlight', '=', 0)
      .where('customerId', 'is not', null)
      .execute()
  },
}
