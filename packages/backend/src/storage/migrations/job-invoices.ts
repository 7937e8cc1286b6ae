import type { Migration } from './migration.ts'

/** Jobs remember their invoice, so that it follows them when a block vanishes. */
export const jobInvoices: Migration = {
  version: 4,
  apply: schema => schema.addColumn('jobs', 'invoiceId', 'text?', null),
}
