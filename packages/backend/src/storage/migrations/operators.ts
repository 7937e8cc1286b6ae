import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Meters and jobs say whose key they take, so that each operator's sender finds its own, and a start without the key of an open meter
 * is refused. Processes of older versions have to end first.
 */
export const operators: Migration = {
  version: 10,
  apply: async schema => {
    const { database } = schema
    await schema.addColumn('subscriptions', 'operator', 'text', '')
    await schema.addColumn('jobs', 'operator', 'text', '')
    const operator = {
      sqlite: sql`json_extract(terms, '$.operator')`,
      postgres: sql`terms::json ->> 'operator'`,
    }
    await sql`update subscriptions set operator = ${operator[schema.engine]}`.execute(database)
    await sql`update jobs set operator = coalesce(
      (select operator from subscriptions where subscriptions.id = jobs.subscription_id), '')`.execute(
      database,
    )
    await schema.addIndex('subscriptions', ['closed', 'mode', 'operator'])
    await schema.addIndex('jobs', ['status', 'mode', 'operator', 'kind', 'transactionId', 'notBefore'])
    await schema.dropIndex('jobs', ['status', 'mode', 'kind', 'transactionId', 'notBefore'])
  },
}
