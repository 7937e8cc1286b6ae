import type { Migration } from './migration.ts'

/** Ways in for what is deleted when its time is over. */
export const retentionIndexes: Migration = {
  version: 2,
  apply: async schema => {
    await schema.addIndex('idempotency', ['created'])
    await schema.addIndex('challenges', ['expiresAt'])
    await schema.addIndex('tokens', ['expiresAt'])
    await schema.addIndex('deliveries', ['status', 'created'])
  },
}
