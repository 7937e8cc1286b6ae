import type { BillingEvent, CheckoutSession, Customer, Product } from '@per-second/client'
import { html } from 'hono/html'
import { copyable, icon } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { orderNumber } from '../page/order-number.ts'
import { exactInstantText, instantText } from '../page/time-text.ts'
import type { Books } from './books.ts'
import { dashboardFrame, panel, segments, select } from './dashboard-frame.ts'
import { type Column, dataTable, sub } from './data-table.ts'
import { eventWords } from './event-words.ts'
import { statusPill } from './status-text.ts'

/** `older` is the link to the next page, if there is one. */
type Objects<T> = { objects: T[]; older: Html | '' }

/** Customers, newest first. `search` is an email or a wallet's address, whole. */
export function customersPage({ objects, older, search }: Objects<Customer> & { search: string }): Html {
  const columns: Column<Customer>[] = [
    [
      'Customer',
      'what',
      ({ id, email }) => html`<a href="/dashboard/customers/${id}">${email}</a>${sub(copyable(id))}`,
    ],
    ['Wallet', '', ({ wallet_address }) => copyable(wallet_address)],
    ['Since', '', ({ created }) => instantText(created)],
    ['Meters', 'number', ({ subscription_count }) => subscription_count],
    ['Paid in all', 'number', ({ total_settled_usd }) => money(total_settled_usd)],
  ]
  return listPage({ tab: 'Customers', columns, objects, older, filters: searchForm('customers', { search }) })
}

export function productsPage({ objects, older }: Objects<Product>): Html {
  const columns: Column<Product>[] = [
    [
      'Product',
      'what',
      ({ id, name }) => html`<a href="/dashboard/meters?product=${id}">${name}</a>${sub(copyable(id))}`,
    ],
    ['Rate', '', ({ rate_usd_per_second }) => `$${rate_usd_per_second} per second`],
    ['Meter starts', '', ({ start_mode }) => (start_mode === 'merchant' ? 'You start it' : 'At checkout')],
    ['Pausing', '', ({ allow_pause }) => (allow_pause ? 'Allowed' : 'Not allowed')],
    ['Meters now', 'number', ({ active_subscriptions }) => active_subscriptions],
    ['Shop', '', ({ active }) => (active ? 'For sale' : 'Not for sale')],
    ['Made', '', ({ created }) => instantText(created)],
  ]
  return listPage({ tab: 'Products', columns, objects, older })
}

export type SessionFilter = { status: string; product: string; search: string }

/** Checkout sessions, which are this shop's orders. */
export function sessionsPage(page: Objects<CheckoutSession> & { books: Books; filter: SessionFilter }): Html {
  const { objects, older, books, filter } = page
  const columns: Column<CheckoutSession>[] = [
    ['Status', 'state', ({ status }) => statusPill(status)],
    [
      'Order',
      'what',
      ({ id }) => html`<a href="/dashboard/sessions/${id}">Order ${orderNumber(id)}</a>${sub(copyable(id))}`,
    ],
    ['Product', '', ({ product }) => product.name],
    [
      'Customer',
      '',
      ({ customer: id }) =>
        id === null
          ? 'Not yet'
          : html`<a href="/dashboard/customers/${id}">${books.customers.get(id)?.email ?? id}</a>`,
    ],
    [
      'Meter',
      '',
      ({ subscription: id }) => (id === null ? 'None' : html`<a href="/dashboard/meters/${id}">Meter</a>`),
    ],
    [
      'Created',
      'when',
      ({ status, created, expires_at }) =>
        html`${instantText(created)}${status === 'open' ? sub(`expires ${instantText(expires_at)}`) : ''}`,
    ],
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
  return listPage({ tab: 'Sessions', columns, objects, older, filters })
}

/** All events, newest first. */
export function eventsPage({ objects, older, books }: Objects<BillingEvent> & { books: Books }): Html {
  const told = objects.map(event => ({ ...event, words: eventWords(event) }))
  const columns: Column<(typeof told)[number]>[] = [
    ['Happened', 'state', ({ created }) => exactInstantText(created)],
    [
      'Event',
      'what',
      ({ id, type, words }) =>
        html`<a href="/dashboard/events/${id}">${words.text}</a>${sub(html`<code>${type}</code>`)}`,
    ],
    [
      'Product',
      '',
      ({ words: { product, meter } }) =>
        books.products.get(product ?? books.meters.find(({ id }) => id === meter)?.product ?? '')?.name ?? '',
    ],
    ['Customer', '', ({ words }) => books.customers.get(words.customer ?? '')?.email ?? ''],
    ['Amount', 'number', ({ words: { amount } }) => (amount === null ? '' : money(amount))],
  ]
  return listPage({ tab: 'Events', columns, objects: told, older })
}

type ListPage<T> = Objects<T> & {
  tab: 'Customers' | 'Products' | 'Sessions' | 'Events'
  columns: Column<T>[]
  filters?: Html
}

function listPage<T extends { id: string }>({ tab, columns, objects, older, filters }: ListPage<T>): Html {
  const content =
    objects.length === 0 ? html`<p class="empty">Nothing to show here.</p>` : dataTable(tab, columns, objects)
  return dashboardFrame({
    title: tab,
    tab,
    body: panel(tab.toLowerCase(), { title: tab }, html`${filters ?? ''} ${content} ${older}`),
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
