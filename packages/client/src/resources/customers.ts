import type { Customer } from '@per-second/protocol/types'
import type { PageParameters } from '../request/pagination.ts'
import type { RequestFunction } from '../request/request.ts'
import { type Readable, readable } from './readable.ts'

/** Both fit exactly; the case of `wallet_address` does not matter. */
export type CustomerListParameters = PageParameters & { email?: string; wallet_address?: string }

/** Customers come into being at checkout only; their `email` is unverified contact data. */
export type Customers = Readable<Customer, CustomerListParameters>

export function createCustomers(request: RequestFunction): Customers {
  return readable<Customer, CustomerListParameters>(request, 'customers')
}
