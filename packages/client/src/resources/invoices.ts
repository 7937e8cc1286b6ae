import type { Invoice, InvoiceStatus } from '@per-second/protocol/types'
import { type PageParameters, type PagePromise, paginate } from '../pagination.ts'
import { resourcePath } from '../path.ts'
import type { Range } from '../query.ts'
import type { RequestFunction, RequestOptions } from '../request.ts'

export type InvoiceListParameters = PageParameters & {
  status?: InvoiceStatus
  customer?: string
  subscription?: string
  /** When it was settled. */
  period_end?: Range
}

export type Invoices = {
  retrieve(id: string, options?: RequestOptions): Promise<Invoice>
  /**
   * Lists settlements, newest first.
   *
   * @example
   * const since = Math.floor(Date.now() / 1000) - 86_400
   * for await (const invoice of billing.invoices.list({ status: 'paid', period_end: { gte: since } })) {
   *   console.log(invoice.net, invoice.tx_hash)
   * }
   */
  list(parameters?: InvoiceListParameters, options?: RequestOptions): PagePromise<Invoice>
}

export function createInvoices(request: RequestFunction): Invoices {
  return {
    retrieve: async (id, options) => request({ method: 'GET', path: resourcePath('invoices', id), options }),
    list: (parameters = {}, options) =>
      paginate(query => request({ method: 'GET', path: '/v1/invoices', query, options }), parameters),
  }
}
