import type { Customer, Invoice, Subscription } from '@per-second/client'
import { html } from 'hono/html'
import { copyable } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { instantText } from '../page/time-text.ts'
import type { Books } from './books.ts'
import { panel } from './dashboard-frame.ts'
import { invoiceTable } from './invoice-table.ts'
import { byNeed } from './meter-state.ts'
import { meterTable } from './meter-table.ts'
import { factsPanel, objectPage } from './object-page.ts'

export type CustomerPage = {
  customer: Customer
  meters: Subscription[]
  invoices: Invoice[]
  books: Books
}

/** A customer for people: the wallet that pays, its meters and its invoices. */
export function customerPage({ customer, meters, invoices, books }: CustomerPage): Html {
  const facts = factsPanel([
    ['Wallet', copyable(customer.wallet_address)],
    ['Customer', copyable(customer.id)],
    ['Customer since', instantText(customer.created)],
    ['Meters', customer.subscription_count],
    ['Paid in all', money(customer.total_settled_usd)],
  ])
  return objectPage({
    title: customer.email,
    tab: 'Customers',
    object: customer,
    body: html`${facts} ${panel('meters', { title: 'Meters' }, meterTable(meters.toSorted(byNeed), books))}
      ${panel('invoices', { title: 'Invoices' }, invoiceTable({ invoices, books }))}`,
  })
}
