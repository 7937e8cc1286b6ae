import { invoiceSchema, listInvoicesQuerySchema } from '@per-second/protocol/schema'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { readRoutes } from './read-routes.ts'

export const invoiceRoutes = readRoutes({
  path: '/v1/invoices',
  operationId: 'invoices',
  noun: 'invoice',
  query: listInvoicesQuerySchema,
  response: invoiceSchema,
  texts: { list: 'Newest first. Both bounds on `period_end` are inclusive.' },
  of: tx => tx.invoices,
  filter: ({ status, customer, subscription, ...query }) => ({
    ...{ status, customer, subscription },
    periodEndGte: query['period_end[gte]'],
    periodEndLte: query['period_end[lte]'],
  }),
  present: presentInvoice,
})
