import { customerSchema, listCustomersQuerySchema } from '@per-second/protocol/schema'
import { presentCustomer } from '../presenters/present-customer.ts'
import { listRoute } from './list-route.ts'
import { retrieveRoute } from './retrieve-route.ts'
import type { Route } from './route.ts'

export const customerRoutes: Route[] = [
  listRoute({
    path: '/v1/customers',
    operationId: 'customers.list',
    summary: 'List customers',
    description: 'Newest first.',
    query: listCustomersQuerySchema,
    response: customerSchema,
    page: (tx, scope, request, { email, wallet_address }) =>
      tx.customers.list(scope, request, { email, walletKey: wallet_address?.toLowerCase() }),
    present: presentCustomer,
  }),
  retrieveRoute({
    path: '/v1/customers/{id}',
    operationId: 'customers.retrieve',
    summary: 'Retrieve a customer',
    response: customerSchema,
    of: tx => tx.customers,
    noun: 'customer',
    present: presentCustomer,
  }),
]
