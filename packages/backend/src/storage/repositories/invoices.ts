import { invoiceStatusSchema } from '@per-second/protocol/schema'
import { sql } from 'kysely'
import type { Invoice, Scope, Subscription } from '../../domain/entities.ts'
import { createRepository, createScopedRepository } from '../repository.ts'
import type { InvoiceFilter, ScopedRepository } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Invoices. The bounds of a filter are whole seconds, both included. */
export function createInvoices(unit: UnitOfWork) {
  const invoices = createScopedRepository(
    unit,
    'invoices',
    (filter: InvoiceFilter & { isForeign: boolean }, rows) => {
      if (filter.isForeign) return { anyOf: [[sql.lit(false)]] }
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
        return {
          anyOf: statuses.map(each => [...owners, rows('status', '=', each), ...bounds]),
          isOwned: true,
        }
      if (bounds.length > 0) return { inBlocks: [rows('status', 'in', statuses), ...bounds] }
      return { anyOf: [status === undefined ? [] : [rows('status', '=', status)]] }
    },
  )

  const owners = [
    createRepository(unit, 'customers').rows,
    createRepository(unit, 'subscriptions').rows,
  ] as const
  /** All invoices of a customer or a subscription are in its scope: who is asked for is looked up, and not each of the rows. */
  const isForeign = async ({ merchantId, mode }: Scope, { customer, subscription }: InvoiceFilter) => {
    const [customers, subscriptions] = owners
    const lookUps = [
      customer === undefined ? undefined : customers.get(customer),
      subscription === undefined ? undefined : subscriptions.get(subscription),
    ]
    const found = await Promise.all(lookUps)
    return found.some(
      owner => owner !== undefined && (owner?.merchantId !== merchantId || owner.mode !== mode),
    )
  }

  const list: ScopedRepository<Invoice, InvoiceFilter>['list'] = async (scope, request, filter) => {
    if (filter === undefined) return invoices.rows.list(scope, request)
    return invoices.rows.list(scope, request, { ...filter, isForeign: await isForeign(scope, filter) })
  }
  return {
    ...invoices.rows,
    list,
    /** All of a subscription, oldest first. */
    ofSubscription: ({ id }: Subscription) => invoices.matching({ subscriptionId: id }),
  }
}
