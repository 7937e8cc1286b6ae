import type { Migration } from './migration.ts'

/** A meter's id has the one name that the escrow's events have for it. Processes of older versions have to end first. */
export const meterIds: Migration = {
  version: 9,
  apply: async schema => {
    await schema.renameColumn('subscriptions', 'digest', 'meterId')
    await schema.dropIndex('subscriptions', ['digest'])
    await schema.addIndex('subscriptions', ['meterId'], 'unique')
  },
}
