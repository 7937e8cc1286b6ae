import type { Migration } from './migration.ts'

/** A claimed key remembers where the clock is to go, so that its repeat after a kill goes no further. */
export const advanceTargets: Migration = {
  version: 5,
  apply: schema => schema.addColumn('idempotency', 'advancesTo', 'instant?', null),
}
