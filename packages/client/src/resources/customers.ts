import type { Customer } from '@per-second/protocol/types'
import type { RequestFunction } from '../request/request.ts'
import { type Readable, readable } from './readable.ts'

/** Customers come into being at checkout only; their `email` is unverified contact data. */
export type Customers = Readable<Customer>

export function createCustomers(request: RequestFunction): Customers {
  return readable(request, 'customers')
}
