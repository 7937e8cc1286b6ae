import {
  emptyQuerySchema,
  invoiceSchema,
  listInvoicesQuerySchema,
  listSchema,
} from '@per-second/protocol/schema'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { presentList } from '../presenters/present-list.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { pageOrRefuse, pageRequest } from './page-request.ts'
import { type Route, readRoute } from './route.ts'

export const invoiceRoutes: Route[] = [
  readRoute({
    method: 'GET',
    path: '/v1/invoices',
    operationId: 'invoices.list',
    summary: 'List invoices',
    auth: 'secret',
    query: listInvoicesQuerySchema,
    body: null,
    response: listSchema(invoiceSchema),
    read: async ({ caller, query }, tx) => {
      const filter = {
        status: query.status,
        customer: query.customer,
        subscription: query.subscription,
        periodEndGte: query['period_end[gte]'],
        periodEndLte: query['period_end[lte]'],
      }
      const page = pageOrRefuse(await tx.invoices.list(caller.scope, pageRequest(query), filter), query)
      return presentList('/v1/invoices', page.data.map(presentInvoice), page.hasMore)
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/invoices/{id}',
    operationId: 'invoices.retrieve',
    summary: 'Retrieve an invoice',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: invoiceSchema,
    read: async ({ caller, params }, tx) =>
      presentInvoice(await findOrRefuse(tx.invoices, caller.scope, params.id, 'invoice')),
  }),
]
