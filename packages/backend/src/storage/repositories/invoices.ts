import { invoiceStatusSchema } from '@per-second/protocol/schema'
import { createScopedRepository } from '../repository.ts'
import type { InvoiceFilter, Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Invoices; the bounds of a filter are whole seconds, both included. */
export function createInvoices(unit: UnitOfWork): Transaction['invoices'] {
  const invoices = createScopedRepository(unit, 'invoices', (filter: InvoiceFilter, rows) => {
    const { status, customer, subscription, periodEndGte, periodEndLte } = filter
    const owners = [
      ...(customer === undefined ? [] : [rows('customerId', '=', customer)]),
      ...(subscription === undefined ? [] : [rows('subscriptionId', '=', subscription)]),
    ]
    const bounds = [
      ...(periodEndGte === undefined ? [] : [rows('periodEnd', '>=', periodEndGte * 1000)]),
      ...(periodEndLte === undefined ? [] : [rows('periodEnd', '<', (periodEndLte + 1) * 1000)]),
    ]
    const statuses = status === undefined ? invoiceStatusSchema.options : [status]
    if (owners.length > 0)
      return { anyOf: statuses.map(each => [...owners, rows('status', '=', each), ...bounds]) }
    if (bounds.length > 0) return { inBlocks: [rows('status', 'in', statuses), ...bounds] }
    return { anyOf: [status === undefined ? [] : [rows('status', '=', status)]] }
  })

  return {
    ...invoices,
    ofSubscription: ({ merchantId, mode, id }) => invoices.matching({ merchantId, mode, subscriptionId: id }),
  }
}
