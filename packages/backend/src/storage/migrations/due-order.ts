import type { Migration } from './migration.ts'

/**
 * What is due is taken in the order of instant and id: an index without the id would have all that is due at one instant sorted for the
 * few that are taken. The wider index serves processes of the version before as well, so that the narrower one goes at once.
 */
export const dueOrder: Migration = {
  version: 8,
  apply: async schema => {
    await schema.addIndex('subscriptions', ['dueAt', 'id'])
    await schema.dropIndex('subscriptions', ['dueAt'])
  },
}
