import { BillingError, type List, NotFoundError } from '@per-second/client'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { troublePage } from '../page/trouble-page.ts'
import { readAll } from './books.ts'
import { dashboardFrame } from './dashboard-frame.ts'
import { PERIODS } from './earned-bars.ts'
import { invoicePanel, monthRange } from './invoice-table.ts'
import { invoicesCsv } from './invoices-csv.ts'
import { customersPage, eventsPage, productsPage, sessionsPage } from './list-pages.ts'
import { meterPanel } from './meter-table.ts'
import { createObjectRoutes, type ObjectSources } from './object-routes.ts'
import { overviewPage } from './overview-page.ts'

const ACTIONS = ['start', 'pause', 'resume', 'cancel'] as const
/** An action waits up to 15 s for the chain. */
const ACTION_WITHIN = { timeoutMs: 20_000, totalTimeoutMs: 20_000 }
const PAGE = 50

/** The merchant's side of the shop, drawn by the server from the service's API. */
export function createDashboardRoutes(sources: ObjectSources): Hono {
  const { billing, books } = sources
  const app = new Hono()
  app.route('/', createObjectRoutes(sources))

  app.get('/', async context => {
    const period = PERIODS.find(({ value }) => value === context.req.query('period')) ?? PERIODS[0]
    const known = await books.read()
    return context.html(overviewPage({ books: known, filter: filterOf(context), period }))
  })

  app.get('/meters', async context => {
    const options = { filter: filterOf(context), path: '/dashboard/meters', most: Number.POSITIVE_INFINITY }
    const body = meterPanel(await books.read(), options)
    return context.html(dashboardFrame({ title: 'Meters', tab: 'Meters', body }))
  })

  app.get('/invoices', async context => {
    const [known, page] = await Promise.all([books.read(), billing.invoices.list(cursorOf(context))])
    const body = invoicePanel({ invoices: page.data, books: known }, olderThan(context, page))
    return context.html(dashboardFrame({ title: 'Invoices', tab: 'Invoices', body }))
  })

  app.get('/invoices.csv', async context => {
    const month = context.req.query('month') ?? ''
    const range = monthRange(month)
    if (!range) return context.text('Say which month, as in month=2026-11.\n', 400)
    const invoices = await readAll(billing.invoices.list({ limit: 100, period_end: range }))
    context.header('Content-Type', 'text/csv; charset=utf-8; header=present')
    context.header('Content-Disposition', `attachment; filename="invoices-${month}.csv"`)
    return context.body(invoicesCsv(invoices, await books.read()))
  })

  app.get('/customers', async context => {
    const search = context.req.query('search')?.trim() ?? ''
    const page = await billing.customers.list({ ...cursorOf(context), ...customerFilter(search) })
    return context.html(customersPage({ objects: page.data, older: olderThan(context, page), search }))
  })

  app.get('/products', async context => {
    const page = await billing.products.list(cursorOf(context))
    return context.html(productsPage({ objects: page.data, older: olderThan(context, page) }))
  })

  app.get('/sessions', async context => {
    const filter = filterOf(context)
    const status = (['open', 'complete', 'expired'] as const).find(known => known === filter.status)
    const customer =
      filter.search && (await billing.customers.list(customerFilter(filter.search))).data[0]?.id
    const [known, page] = await Promise.all([
      books.read(),
      filter.search && !customer
        ? { data: [], has_more: false }
        : billing.checkout.sessions.list({
            ...cursorOf(context),
            ...(status && { status }),
            ...(customer && { customer }),
            ...(filter.product && { product: filter.product }),
          }),
    ])
    const older = olderThan(context, page)
    return context.html(sessionsPage({ objects: page.data, older, books: known, filter }))
  })

  app.get('/events', async context => {
    const [known, page] = await Promise.all([books.read(), billing.events.list(cursorOf(context))])
    return context.html(eventsPage({ objects: page.data, older: olderThan(context, page), books: known }))
  })

  app.post('/subscriptions/:id/:action', async context => {
    const { id, action: wanted } = context.req.param()
    const action = ACTIONS.find(known => known === wanted)
    if (!action) return context.notFound()
    await billing.subscriptions[action](id, ACTION_WITHIN)
    return context.redirect(`/dashboard/meters/${id}`, 303)
  })

  app.onError((error, context) => {
    if (error instanceof NotFoundError) {
      const text = 'There is no such meter, order, customer or event. Perhaps its address was cut short.'
      return context.html(troublePage({ title: 'Nothing here', text }), 404)
    }
    const known = error instanceof BillingError
    const refused = known && error.status !== undefined && error.status < 500
    const text = known ? error.message : 'The store made a mistake.'
    return context.html(troublePage({ title: 'That did not work', text }), refused ? 400 : known ? 503 : 500)
  })
  return app
}

function filterOf({ req }: Context) {
  return {
    status: req.query('status') ?? '',
    search: req.query('search')?.trim() ?? '',
    product: req.query('product') ?? '',
  }
}

function customerFilter(search: string): { wallet_address?: string; email?: string } {
  if (search === '') return {}
  return search.startsWith('0x') ? { wallet_address: search } : { email: search }
}

function cursorOf({ req }: Context): { limit: number; starting_after?: string } {
  const after = req.query('after')
  return { limit: PAGE, ...(after && { starting_after: after }) }
}

/** The link to the page after this one, with the same filters. */
function olderThan({ req }: Context, { data, has_more }: Pick<List<{ id: string }>, 'data' | 'has_more'>) {
  const last = data.at(-1)
  if (!last || !has_more) return ''
  const query = new URLSearchParams({ ...req.query(), after: last.id })
  return html`<p class="more"><a href="${new URL(req.url).pathname}?${query.toString()}">Older</a></p>`
}
