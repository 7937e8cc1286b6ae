import type { Connection } from '../engine.ts'
import { createScopedRepository } from '../repository.ts'
import type { InvoiceFilter, Transaction } from '../storage.ts'

/** Invoices; the bounds of a filter are whole seconds, both included. */
export function createInvoices(connection: Connection): Transaction['invoices'] {
  const invoices = createScopedRepository(connection, 'invoices', (filter: InvoiceFilter, rows) => [
    ...(filter.status === undefined ? [] : [rows('status', '=', filter.status)]),
    ...(filter.customer === undefined ? [] : [rows('customerId', '=', filter.customer)]),
    ...(filter.subscription === undefined ? [] : [rows('subscriptionId', '=', filter.subscription)]),
    ...(filter.periodEndGte === undefined ? [] : [rows('periodEnd', '>=', filter.periodEndGte * 1000)]),
    ...(filter.periodEndLte === undefined ? [] : [rows('periodEnd', '<', (filter.periodEndLte + 1) * 1000)]),
  ])

  return {
    ...invoices,
    ofSubscription: subscriptionId => invoices.matching({ subscriptionId }),
  }
}
