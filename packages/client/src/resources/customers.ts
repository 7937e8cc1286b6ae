import type { Customer } from '@per-second/protocol/types'
import { type PageParameters, type PagePromise, paginate } from '../pagination.ts'
import { resourcePath } from '../path.ts'
import type { RequestFunction, RequestOptions } from '../request.ts'

/** Customers come into being at checkout only; their `email` is unverified contact data. */
export type Customers = {
  retrieve(id: string, options?: RequestOptions): Promise<Customer>
  list(parameters?: PageParameters, options?: RequestOptions): PagePromise<Customer>
}

export function createCustomers(request: RequestFunction): Customers {
  return {
    retrieve: async (id, options) => request({ method: 'GET', path: resourcePath('customers', id), options }),
    list: (parameters = {}, options) =>
      paginate(query => request({ method: 'GET', path: '/v1/customers', query, options }), parameters),
  }
}
