import { advanceTargets } from './advance-targets.ts'
import { dueOrder } from './due-order.ts'
import { escrowLedger } from './escrow-ledger.ts'
import { finalRows } from './final-rows.ts'
import { firstTables } from './first-tables.ts'
import { invoiceFilters } from './invoice-filters.ts'
import { jobInvoices } from './job-invoices.ts'
import { leaseKeys } from './lease-keys.ts'
import { listFilters } from './list-filters.ts'
import { listPositions } from './list-positions.ts'
import { meterIds } from './meter-ids.ts'
import type { Migration } from './migration.ts'
import { operatorLedgers } from './operator-ledgers.ts'
import { operators } from './operators.ts'
import { pendingJobs } from './pending-jobs.ts'
import { retentionIndexes } from './retention-indexes.ts'
import { statelessDrafts } from './stateless-drafts.ts'
import { traces } from './traces.ts'

/** Every step from an empty database to today's `TABLES`, in order. */
export const MIGRATIONS: readonly Migration[] = [
  firstTables,
  retentionIndexes,
  invoiceFilters,
  jobInvoices,
  advanceTargets,
  statelessDrafts,
  escrowLedger,
  dueOrder,
  meterIds,
  operators,
  leaseKeys,
  listPositions,
  traces,
  listFilters,
  finalRows,
  operatorLedgers,
  pendingJobs,
]
