import type { Invoice } from '@per-second/client'
import { html } from 'hono/html'
import { copyable, icon } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { orderNumber } from '../page/order-number.ts'
import { clockText, dateText, instantText } from '../page/time-text.ts'
import type { Books } from './books.ts'
import { panel, select } from './dashboard-frame.ts'
import { type Column, dataTable, sub } from './data-table.ts'
import { statusPill } from './status-text.ts'

export type InvoiceTable = { invoices: Invoice[]; books: Books }

/** Months that can be chosen: this one and the two before. */
const MONTHS = 3

/** Invoices, and all of a month for a spreadsheet. */
export function invoicePanel(table: InvoiceTable, more: Html | '' = ''): Html {
  const beside = html`<form class="export" method="get" action="/dashboard/invoices.csv">
    ${select('month', { label: 'Month', chosen: '' }, monthChoices(table.books.now))}
    <button class="button plain" type="submit">${icon('down')}Download CSV</button>
  </form>`
  return panel(
    'invoices',
    { title: 'Invoices', beside },
    html`${invoiceTable(table)} ${more}
      <p class="more quiet">Only complete seconds are charged: 11 seconds on the clock can be 10 on an invoice. The CSV has both columns.</p>`,
  )
}

export function invoiceTable({ invoices, books }: InvoiceTable): Html {
  if (invoices.length === 0)
    return html`<p class="empty">No invoice yet. A meter settles every hour and when it ends.</p>`
  const meterOf = ({ subscription }: Invoice) => books.meters.find(({ id }) => id === subscription)
  const columns: Column<Invoice>[] = [
    [
      'Paid at',
      'state',
      ({ period_end, status }) =>
        html`${instantText(period_end)}${status === 'failed' ? sub(statusPill('failed')) : ''}`,
    ],
    ['Invoice', 'what', ({ id }) => copyable(id)],
    [
      'Product and order',
      'what',
      invoice => {
        const { product = '', checkout_session: order } = meterOf(invoice) ?? {}
        return html`<a href="/dashboard/meters/${invoice.subscription}">${books.products.get(product)?.name ?? 'Meter'}</a>${order ? sub(html`Order <a href="/dashboard/sessions/${order}">${orderNumber(order)}</a>`) : ''}`
      },
    ],
    [
      'Customer',
      'who-pays',
      ({ customer: id }) =>
        html`<a href="/dashboard/customers/${id}">${books.customers.get(id)?.email ?? id}</a>`,
    ],
    ['Time charged', 'number', ({ seconds }) => clockText(seconds)],
    ['Charged', 'number', ({ gross }) => money(gross)],
    ['Fee', 'number', ({ fee }) => money(fee)],
    ['You receive', 'number', ({ net }) => money(net)],
    ['Transaction', '', ({ tx_hash: hash }) => (hash === '' ? '' : copyable(hash))],
  ]
  return dataTable('Invoices', columns, invoices)
}

/** First and last second of a month like `2026-11`, by the local calendar, or null for other text. */
export function monthRange(month: string): { gte: number; lte: number } | null {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (!year || !number) return null
  const start = (index: number) => new Date(Number(year), index, 1).getTime() / 1000
  return { gte: start(Number(number) - 1), lte: start(Number(number)) - 1 }
}

function monthChoices(now: number): [value: string, text: string][] {
  const today = new Date(now * 1000)
  return Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(today.getFullYear(), today.getMonth() - back, 1)
    const value = `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`
    const { gte = 0, lte = 0 } = monthRange(value) ?? {}
    return [value, `${dateText(gte)} to ${dateText(Math.min(lte, now))}, ${first.getFullYear()}`]
  })
}
