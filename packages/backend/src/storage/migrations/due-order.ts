import type { Migration } from './migration.ts'

/**
 * A way in for what is due in the order it is taken: without the id in it, all that is due at one instant is sorted for the few that
 * are taken. No statement names an index, and the wider one serves older processes as well, so that the narrower one goes at once.
 */
export const dueOrder: Migration = {
  version: 8,
  apply: async schema => {
    await schema.addIndex('subscriptions', ['dueAt', 'id'])
    await schema.dropIndex('subscriptions', ['dueAt'])
  },
}
