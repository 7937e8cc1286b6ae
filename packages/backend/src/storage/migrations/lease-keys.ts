import type { Migration } from './migration.ts'

/**
 * The token of a lease becomes a part of a key: what holds it fast (`confirmationOf` in `storage/postgres/postgres-leases.ts`) keeps the lease from
 * changing hands, which changes a key, and no longer from being renewed, which does not.
 */
export const leaseKeys: Migration = {
  version: 11,
  apply: async schema => {
    if (schema.engine === 'postgres') await schema.addIndex('leases', ['id', 'token'], 'unique')
  },
}
