import { customerSchema, listCustomersQuerySchema } from '@per-second/protocol/schema'
import { presentCustomer } from '../presenters/present-customer.ts'
import { readRoutes } from './read-routes.ts'

export const customerRoutes = readRoutes({
  path: '/v1/customers',
  operationId: 'customers',
  noun: 'customer',
  query: listCustomersQuerySchema,
  response: customerSchema,
  of: tx => tx.customers,
  filter: ({ email, wallet_address }) => ({ email, walletKey: wallet_address?.toLowerCase() }),
  present: presentCustomer,
})
