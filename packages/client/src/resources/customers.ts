import type { Customer } from '@per-second/protocol/types'
import type { PageParameters } from '../request/pagination.ts'
import type { RequestFunction } from '../request/request.ts'
import { type Readable, readable } from './readable.ts'

/** Both must match exactly, except for the case of `wallet_address`. */
export type CustomerListParameters = PageParameters & { email?: string; wallet_address?: string }

/** Customers are created at checkout only. Their `email` is unverified contact data. */
export type Customers = Readable<Customer, CustomerListParameters>

export function createCustomers(request: RequestFunction): Customers {
  return readable<Customer, CustomerListParameters>(request, 'customers')
}
