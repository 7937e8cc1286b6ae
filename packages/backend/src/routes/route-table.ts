import {
  customerSchema,
  invoiceSchema,
  listCustomersQuerySchema,
  listInvoicesQuerySchema,
} from '@per-second/protocol/schema'
import { presentCustomer } from '../presenters/present-customer.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { checkoutSessionRoutes, clientSessionRoutes } from './checkout-sessions.ts'
import { clientAuthorisationRoutes } from './client-authorisation.ts'
import { eventRoutes } from './events.ts'
import { localRoutes } from './local.ts'
import { productRoutes } from './products.ts'
import { readRoutes } from './read-routes.ts'
import type { Route } from './route.ts'
import { clientSubscriptionRoutes, subscriptionRoutes } from './subscriptions.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

const customerRoutes = readRoutes({
  path: '/v1/customers',
  operationId: 'customers',
  noun: 'customer',
  query: listCustomersQuerySchema,
  response: customerSchema,
  of: tx => tx.customers,
  filter: ({ email, wallet_address }) => ({ email, walletKey: wallet_address?.toLowerCase() }),
  present: presentCustomer,
})

const invoiceRoutes = readRoutes({
  path: '/v1/invoices',
  operationId: 'invoices',
  noun: 'invoice',
  query: listInvoicesQuerySchema,
  response: invoiceSchema,
  texts: { list: 'Newest first. Both bounds on `period_end` are inclusive.' },
  of: tx => tx.invoices,
  filter: ({ status, customer, subscription, ...query }) => ({
    status,
    customer,
    subscription,
    periodEndGte: query['period_end[gte]'],
    periodEndLte: query['period_end[lte]'],
  }),
  present: presentInvoice,
})

/** Every route there is. The app, the OpenAPI document and the authentication tests are all made from this table. */
export const routeTable: readonly Route[] = [
  ...productRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...clientSessionRoutes,
  ...clientAuthorisationRoutes,
  ...clientSubscriptionRoutes,
  ...localRoutes,
]
