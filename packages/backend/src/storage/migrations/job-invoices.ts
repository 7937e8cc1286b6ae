import type { Migration } from './migration.ts'

/** Jobs remember their invoices, so that they follow them when a block is orphaned. */
export const jobInvoices: Migration = {
  version: 4,
  apply: schema => schema.addColumn('jobs', 'invoiceIds', 'json', '[]'),
}
