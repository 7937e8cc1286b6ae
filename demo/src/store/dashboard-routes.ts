import type { BillingClient, Customer, Invoice, Product, Subscription } from '@per-second/client'
import { BillingError, NotFoundError } from '@per-second/client'
import { Hono } from 'hono'
import { type DashboardSources, dashboardStream } from './dashboard-stream.ts'
import { type Figures, sumFigures } from './figures.ts'
import type { History, Sample } from './history.ts'
import { listMeters } from './list-meters.ts'
import { createObjectRoutes } from './object-routes.ts'
import { troublePage } from './pages/trouble-page.ts'

/** What the dashboard begins with, newest first, and asks for again when something has happened. Objects are the API's own. */
export type DashboardData = {
  figures: Figures
  /** Oldest first; the stream's looks go on from there. */
  samples: Sample[]
  /** How far apart samples lie, in milliseconds; farther apart, nobody looked. */
  spacing_ms: number
  subscriptions: Subscription[]
  invoices: Invoice[]
  products: Product[]
  customers: Customer[]
  /** Where transactions can be looked up. */
  explorer_url: string | null
}

export type DashboardDependencies = DashboardSources & {
  history: History
  /** A block explorer of the chain, if there is one. */
  explorer: string | null
}

const ACTIONS = ['start', 'pause', 'resume', 'cancel'] as const

export function createDashboardRoutes(dependencies: DashboardDependencies): Hono {
  const { billing, history, explorer } = dependencies
  const app = new Hono()

  app.get('/data', async context => context.json(await readData(billing, history, explorer)))
  app.get('/stream', context => dashboardStream(context, dependencies))
  app.route('/', createObjectRoutes(billing, explorer))

  app.post('/subscriptions/:id/:action', async context => {
    const { id, action: wanted } = context.req.param()
    const action = ACTIONS.find(known => known === wanted)
    if (!action) return context.json({ error: 'There is no such action.' }, 404)
    return context.json(await billing.subscriptions[action](id))
  })

  app.onError((error, context) => {
    if (error instanceof NotFoundError && context.req.method === 'GET') {
      const text = 'There is no such meter, customer or event. Perhaps its address was cut short.'
      return context.html(troublePage({ title: 'Nothing here', text }), 404)
    }
    const known = error instanceof BillingError
    const refused = known && error.status !== undefined && error.status < 500
    const status = refused ? 400 : known ? 503 : 500
    const message = known ? error.message : 'The store made a mistake.'
    if (!context.req.header('accept')?.includes('text/html')) return context.json({ error: message }, status)
    return context.html(troublePage({ title: 'That did not work', text: message }), status)
  })
  return app
}

async function readData(
  billing: BillingClient,
  history: History,
  explorer: string | null,
): Promise<DashboardData> {
  const [subscriptions, invoices, products, customers] = await Promise.all([
    listMeters(billing),
    billing.invoices.list({ limit: 50 }),
    billing.products.list({ limit: 100 }),
    billing.customers.list({ limit: 100 }),
  ])
  return {
    figures: sumFigures(subscriptions),
    samples: history.samples(),
    spacing_ms: history.spacingMs(),
    subscriptions,
    invoices: invoices.data,
    products: products.data,
    customers: customers.data,
    explorer_url: explorer,
  }
}
