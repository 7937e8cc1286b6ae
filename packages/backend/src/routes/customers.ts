import {
  customerSchema,
  emptyQuerySchema,
  listCustomersQuerySchema,
  listSchema,
} from '@per-second/protocol/schema'
import { presentCustomer } from '../presenters/present-customer.ts'
import { presentList } from '../presenters/present-list.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { pageOrRefuse, pageRequest } from './page-request.ts'
import { type Route, readRoute } from './route.ts'

export const customerRoutes: Route[] = [
  readRoute({
    method: 'GET',
    path: '/v1/customers',
    operationId: 'customers.list',
    summary: 'List customers',
    auth: 'secret',
    query: listCustomersQuerySchema,
    body: null,
    response: listSchema(customerSchema),
    read: async ({ caller, query }, tx) => {
      const page = pageOrRefuse(await tx.customers.list(caller.scope, pageRequest(query)), query)
      return presentList('/v1/customers', page.data.map(presentCustomer), page.hasMore)
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/customers/{id}',
    operationId: 'customers.retrieve',
    summary: 'Retrieve a customer',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: customerSchema,
    read: async ({ caller, params }, tx) =>
      presentCustomer(await findOrRefuse(tx.customers, caller.scope, params.id, 'customer')),
  }),
]
