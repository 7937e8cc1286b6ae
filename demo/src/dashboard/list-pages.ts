import type { BillingEvent, CheckoutSession, Customer, Product } from '@per-second/client'
import { html } from 'hono/html'
import { copyable, icon } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { orderNumber } from '../page/order-number.ts'
import { exactInstantText, instantText } from '../page/time-text.ts'
import type { Books } from './books.ts'
import { dashboardFrame, panel, segments, select } from './dashboard-frame.ts'
import { type Column, dataTable, type Row, sub } from './data-table.ts'
import { eventWords } from './event-words.ts'
import { statusPill } from './status-text.ts'

type Objects<T> = { objects: T[]; older: string | null }

/** Customers, newest first. `search` is an email or a wallet's address, whole. */
export function customersPage({ objects, older, search }: Objects<Customer> & { search: string }): Html {
  const rows = objects.map(({ id, email, wallet_address, created, ...customer }) => ({
    id,
    cells: [
      html`<a href="/dashboard/customers/${id}">${email}</a>${sub(copyable(id))}`,
      copyable(wallet_address),
      instantText(created),
      customer.subscription_count,
      money(customer.total_settled_usd),
    ],
  }))
  const columns: Column[] = [
    ['Customer', 'what'],
    ['Wallet'],
    ['Since'],
    ['Meters', 'number'],
    ['Paid in all', 'number'],
  ]
  return listPage({ tab: 'Customers', columns, rows, older, filters: searchForm('customers', { search }) })
}

export function productsPage({ objects, older }: Objects<Product>): Html {
  const rows = objects.map(({ id, name, created, ...product }) => ({
    id,
    cells: [
      html`<a href="/dashboard/meters?product=${id}">${name}</a>${sub(copyable(id))}`,
      `$${product.rate_usd_per_second} per second`,
      product.start_mode === 'merchant' ? 'You start it' : 'At checkout',
      product.allow_pause ? 'Allowed' : 'Not allowed',
      product.active_subscriptions,
      product.active ? 'For sale' : 'Not for sale',
      instantText(created),
    ],
  }))
  const columns: Column[] = [
    ['Product', 'what'],
    ['Rate'],
    ['Meter starts'],
    ['Pausing'],
    ['Meters now', 'number'],
    ['Shop'],
    ['Made'],
  ]
  return listPage({ tab: 'Products', columns, rows, older })
}

export type SessionFilter = { status: string; product: string; search: string }

/** Checkout sessions, which are this shop's orders. */
export function sessionsPage(page: Objects<CheckoutSession> & { books: Books; filter: SessionFilter }): Html {
  const { objects, older, books, filter } = page
  const rows = objects.map(({ id, status, product, customer, subscription, created, expires_at }) => ({
    id,
    cells: [
      statusPill(status),
      html`<a href="/dashboard/sessions/${id}">Order ${orderNumber(id)}</a>${sub(copyable(id))}`,
      product.name,
      customer === null
        ? 'Not yet'
        : html`<a href="/dashboard/customers/${customer}">${books.customers.get(customer)?.email ?? customer}</a>`,
      subscription === null ? 'None' : html`<a href="/dashboard/meters/${subscription}">Meter</a>`,
      html`${instantText(created)}${status === 'open' ? sub(`expires ${instantText(expires_at)}`) : ''}`,
    ],
  }))
  const columns: Column[] = [
    ['Status', 'state'],
    ['Order', 'what'],
    ['Product'],
    ['Customer'],
    ['Meter'],
    ['Created', 'when'],
  ]
  const statuses = ['', 'open', 'complete', 'expired'].map(status => ({
    name: status === '' ? 'All' : status.replace(/^./, first => first.toUpperCase()),
    href: `/dashboard/sessions?${new URLSearchParams({ ...filter, status })}`,
    isOn: filter.status === status,
  }))
  const products: [string, string][] = [...books.products.values()].map(({ id, name }) => [id, name])
  const filters = searchForm('sessions', {
    search: filter.search,
    before: html`${segments('Status', statuses)}<input type="hidden" name="status" value="${filter.status}" />`,
    after: select('product', { label: 'Product', chosen: filter.product }, [
      ['', 'All products'],
      ...products,
    ]),
  })
  return listPage({ tab: 'Sessions', columns, rows, older, filters })
}

/** All events, newest first. */
export function eventsPage({ objects, older, books }: Objects<BillingEvent> & { books: Books }): Html {
  const rows = objects.map(event => {
    const { text, amount, meter, customer, product } = eventWords(event)
    const productId = product ?? books.meters.find(({ id }) => id === meter)?.product
    return {
      id: event.id,
      cells: [
        exactInstantText(event.created),
        html`<a href="/dashboard/events/${event.id}">${text}</a>${sub(html`<code>${event.type}</code>`)}`,
        books.products.get(productId ?? '')?.name ?? '',
        books.customers.get(customer ?? '')?.email ?? '',
        amount === null ? '' : money(amount),
      ],
    }
  })
  const columns: Column[] = [
    ['Happened', 'state'],
    ['Event', 'what'],
    ['Product'],
    ['Customer'],
    ['Amount', 'number'],
  ]
  return listPage({ tab: 'Events', columns, rows, older })
}

type ListPage = {
  tab: 'Customers' | 'Products' | 'Sessions' | 'Events'
  columns: Column[]
  rows: Row[]
  /** The address of the next page, if there is one. */
  older: string | null
  filters?: Html
}

function listPage({ tab, columns, rows, older, filters }: ListPage): Html {
  const content =
    rows.length === 0 ? html`<p class="empty">Nothing to show here.</p>` : dataTable(tab, columns, rows)
  return dashboardFrame({
    title: tab,
    tab,
    body: panel(
      tab.toLowerCase(),
      { title: tab },
      html`${filters ?? ''} ${content} ${older === null ? '' : html`<p class="more"><a href="${older}">Older</a></p>`}`,
    ),
  })
}

function searchForm(
  name: string,
  { search, before, after }: { search: string; before?: Html; after?: Html },
): Html {
  return html`<form class="filters" method="get" action="/dashboard/${name}">
    ${before ?? ''}
    <label class="search">${icon('search')}<input type="search" name="search" value="${search}"
      placeholder="Email or wallet" aria-label="Search by customer" /></label>
    ${after ?? ''}<button class="unseen" type="submit">Search</button>
  </form>`
}
