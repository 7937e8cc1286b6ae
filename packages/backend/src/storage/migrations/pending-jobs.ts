import type { Migration } from './migration.ts'

/**
 * Jobs that are over leave the indexes by which work is found: those grew with everything that was ever done, and every job moved in them
 * three times. A transaction's jobs are found by its id, and an index of the ledger that nobody asked goes.
 */
export const pendingJobs: Migration = {
  version: 17,
  apply: async schema => {
    const ready = ['mode', 'operator', 'kind', 'transactionId', 'notBefore', 'id']
    await schema.addIndex('jobs', ready, 'pending')
    await schema.addIndex('jobs', ['subscriptionId'], 'pending')
    await schema.addIndex('jobs', ['transactionId'])
    await schema.dropIndex('jobs', ['status', ...ready])
    await schema.dropIndex('jobs', ['subscriptionId', 'status'])
    await schema.dropIndex('escrowEvents', ['txHash'])
  },
}
