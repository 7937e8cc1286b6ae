import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Each operator has a ledger of its own, where there was one for all of a mode: the escrow's events go with their meter, and every
 * operator that has meters goes on from where the log was read for all. Processes of the version before have to end first.
 */
export const operatorLedgers: Migration = {
  version: 16,
  apply: async ({ database }) => {
    await sql`update escrow_events set source = source || '.' ||
      (select lower(operator) from subscriptions where subscriptions.meter_id = escrow_events.meter_id)
      where meter_id in (select meter_id from subscriptions)`.execute(database)
    await sql`insert into indexed_blocks (id, source, number, hash)
      select source || '.' || operator || ':' || number, source || '.' || operator, number, hash from indexed_blocks
      join (select distinct mode, lower(operator) as operator from subscriptions) as operators
      on source like 'chain.' || mode || '.%'`.execute(database)
    await sql`delete from indexed_blocks where source not like '%.0x%.0x%'`.execute(database)
    await sql`delete from settings where id like 'forgotten.chain.%'`.execute(database)
  },
}
