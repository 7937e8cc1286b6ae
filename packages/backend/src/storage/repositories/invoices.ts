import { invoiceStatusSchema } from '@per-second/protocol/schema'
import type { Subscription } from '../../domain/entities.ts'
import { createScopedRepository, equalTo } from '../repository.ts'
import type { InvoiceFilter } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Invoices. The bounds of a filter are whole seconds, both included. */
export function createInvoices(unit: UnitOfWork) {
  const invoices = createScopedRepository(
    unit,
    'invoices',
    ({ status, customer, subscription, periodEndGte, periodEndLte }: InvoiceFilter, rows) => {
      const owner = {
        ...(customer !== undefined && { customerId: customer }),
        ...(subscription !== undefined && { subscriptionId: subscription }),
      }
      const bounds = [
        ...(periodEndGte === undefined ? [] : [rows('periodEnd', '>=', periodEndGte * 1000)]),
        ...(periodEndLte === undefined ? [] : [rows('periodEnd', '<', (periodEndLte + 1) * 1000)]),
      ]
      const statuses = status === undefined ? invoiceStatusSchema.options : [status]
      if (Object.keys(owner).length > 0)
        return { anyOf: statuses.map(each => [rows('status', '=', each), ...bounds]), owner }
      if (bounds.length > 0) return { inBlocks: [rows('status', 'in', statuses), ...bounds] }
      return { anyOf: [equalTo(rows, { status })] }
    },
  )

  return {
    ...invoices.rows,
    /** All of a subscription, oldest first. */
    ofSubscription: ({ id }: Subscription) => invoices.all({ equal: { subscriptionId: id } }),
  }
}
