import type { Invoice, InvoiceStatus } from '@per-second/protocol/types'
import type { PageParameters } from '../request/pagination.ts'
import type { Range } from '../request/query.ts'
import type { RequestFunction } from '../request/request.ts'
import { type Readable, readable } from './readable.ts'

export type InvoiceListParameters = PageParameters & {
  status?: InvoiceStatus
  customer?: string
  subscription?: string
  /** When it was settled. */
  period_end?: Range
}

/**
 * Settlements, made by the service only.
 *
 * @example
 * const since = Math.floor(Date.now() / 1000) - 86_400
 * for await (const invoice of billing.invoices.list({ status: 'paid', period_end: { gte: since } })) {
 *   console.log(invoice.net, invoice.tx_hash)
 * }
 */
export type Invoices = Readable<Invoice, InvoiceListParameters>

export function createInvoices(request: RequestFunction): Invoices {
  return readable(request, 'invoices')
}
