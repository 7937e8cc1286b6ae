import type { Invoice } from '@per-second/client'
import { sixDecimals } from '../page/money-text.ts'
import { orderNumber } from '../page/order-number.ts'
import type { Books } from './books.ts'

type KnownObjects = Pick<Books, 'meters' | 'products' | 'customers'>

/** Invoices as a spreadsheet reads them (RFC 4180), a line each, with why fewer seconds are charged than the clock shows. */
export function invoicesCsv(invoices: Invoice[], known: KnownObjects): string {
  const rows = invoices.map(invoice => cells(invoice, known))
  const names = Object.keys(rows[0] ?? cells(NONE, known))
  return `${[names, ...rows.map(row => Object.values(row))].map(line).join('\r\n')}\r\n`
}

const NONE = { period_start: 0, period_end: 0, gross: '0', fee: '0', net: '0' } as Invoice

function cells(invoice: Invoice, { meters, products, customers }: KnownObjects) {
  const meter = meters.find(({ id }) => id === invoice.subscription)
  const customer = customers.get(invoice.customer)
  const onTheClock = invoice.period_end - invoice.period_start
  return {
    paid_at: new Date(invoice.period_end * 1000).toISOString(),
    invoice: invoice.id,
    status: invoice.status,
    product: (meter && products.get(meter.product)?.name) ?? '',
    order: meter ? orderNumber(meter.checkout_session) : '',
    checkout_session: meter?.checkout_session ?? '',
    subscription: invoice.subscription,
    email: customer?.email ?? '',
    wallet_address: customer?.wallet_address ?? '',
    seconds_on_the_clock: String(onTheClock),
    seconds_charged: String(invoice.seconds),
    why_they_differ: onTheClock === invoice.seconds ? '' : WHY,
    rate_usd_per_second: meter?.rate_usd_per_second ?? '',
    charged_usd: sixDecimals(invoice.gross).replaceAll(',', ''),
    fee_usd: sixDecimals(invoice.fee).replaceAll(',', ''),
    received_usd: sixDecimals(invoice.net).replaceAll(',', ''),
    transaction: invoice.tx_hash,
  }
}

const WHY = 'Only complete seconds are charged, and none while the meter is paused.'

/** A spreadsheet takes a cell that begins with one of these signs as a formula, and an email is the customer's own text. */
const line = (row: string[]) =>
  row.map(cell => `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',')
