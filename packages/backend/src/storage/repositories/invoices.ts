import { createScopedRepository } from '../repository.ts'
import type { InvoiceFilter, Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Invoices; the bounds of a filter are whole seconds, both included. */
export function createInvoices(unit: UnitOfWork): Transaction['invoices'] {
  const invoices = createScopedRepository(unit, 'invoices', (filter: InvoiceFilter, rows) => [
    [
      ...(filter.status === undefined ? [] : [rows('status', '=', filter.status)]),
      ...(filter.customer === undefined ? [] : [rows('customerId', '=', filter.customer)]),
      ...(filter.subscription === undefined ? [] : [rows('subscriptionId', '=', filter.subscription)]),
      ...(filter.periodEndGte === undefined ? [] : [rows('periodEnd', '>=', filter.periodEndGte * 1000)]),
      ...(filter.periodEndLte === undefined
        ? []
        : [rows('periodEnd', '<', (filter.periodEndLte + 1) * 1000)]),
    ],
  ])

  return {
    ...invoices,
    ofSubscription: subscriptionId => invoices.matching({ subscriptionId }),
  }
}
