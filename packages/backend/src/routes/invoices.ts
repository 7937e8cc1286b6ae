import { invoiceSchema, listInvoicesQuerySchema } from '@per-second/protocol/schema'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { listRoute } from './list-route.ts'
import { retrieveRoute } from './retrieve-route.ts'
import type { Route } from './route.ts'

export const invoiceRoutes: Route[] = [
  listRoute({
    path: '/v1/invoices',
    operationId: 'invoices.list',
    summary: 'List invoices',
    description: 'Newest first. Both bounds on `period_end` are inclusive.',
    query: listInvoicesQuerySchema,
    response: invoiceSchema,
    page: (tx, scope, request, query) =>
      tx.invoices.list(scope, request, {
        status: query.status,
        customer: query.customer,
        subscription: query.subscription,
        periodEndGte: query['period_end[gte]'],
        periodEndLte: query['period_end[lte]'],
      }),
    present: presentInvoice,
  }),
  retrieveRoute({
    path: '/v1/invoices/{id}',
    operationId: 'invoices.retrieve',
    summary: 'Retrieve an invoice',
    response: invoiceSchema,
    of: tx => tx.invoices,
    noun: 'invoice',
    present: presentInvoice,
  }),
]
