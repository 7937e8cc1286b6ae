import type { BillingClient, Customer, Invoice, Product, Subscription } from '@per-second/client'
import { BillingError, NotFoundError } from '@per-second/client'
import { Hono } from 'hono'
import { type Figures, sumFigures } from './figures.ts'
import { type History, lookAt, type Sample } from './history.ts'
import { listMeters } from './list-meters.ts'
import { meterStory } from './meter-story.ts'
import { meterPage } from './pages/meter-page.ts'
import { troublePage } from './pages/trouble-page.ts'

/** Everything the dashboard draws, newest first. Objects are the API's own. */
export type DashboardData = {
  figures: Figures
  /** Oldest first, up to now. */
  samples: Sample[]
  /** How far apart samples lie, in milliseconds; farther apart, nobody looked. */
  spacing_ms: number
  subscriptions: Subscription[]
  invoices: Invoice[]
  products: Product[]
  customers: Customer[]
}

/** Meters count whole seconds: a look that follows sooner shows nothing new. */
const NEWS_AFTER_MS = 1000
const ACTIONS = ['start', 'pause', 'resume', 'cancel'] as const

export function createDashboardRoutes(billing: BillingClient, history: History): Hono {
  const app = new Hono()

  app.get('/data', async context => {
    const [subscriptions, invoices, products, customers] = await Promise.all([
      listMeters(billing),
      billing.invoices.list({ limit: 50 }),
      billing.products.list({ limit: 100 }),
      billing.customers.list({ limit: 100 }),
    ])
    return context.json<DashboardData>({
      figures: sumFigures(subscriptions),
      samples: withLook(history.samples(), lookAt(Date.now(), subscriptions)),
      spacing_ms: history.spacingMs(),
      subscriptions,
      invoices: invoices.data,
      products: products.data,
      customers: customers.data,
    })
  })

  app.get('/meters/:id', async context => {
    const meter = await billing.subscriptions.retrieve(context.req.param('id'))
    const [product, customer, invoices, story] = await Promise.all([
      billing.products.retrieve(meter.product),
      billing.customers.retrieve(meter.customer),
      billing.invoices.list({ limit: 100, subscription: meter.id }),
      meterStory(billing, meter),
    ])
    const asJson = context.req.query('view') === 'json'
    return context.html(meterPage({ meter, product, customer, invoices: invoices.data, story, asJson }))
  })

  app.post('/subscriptions/:id/:action', async context => {
    const { id, action: wanted } = context.req.param()
    const action = ACTIONS.find(known => known === wanted)
    if (!action) return context.json({ error: 'There is no such action.' }, 404)
    return context.json(await billing.subscriptions[action](id))
  })

  app.onError((error, context) => {
    if (error instanceof NotFoundError && context.req.method === 'GET') {
      const text = 'There is no such meter. Perhaps its address was cut short.'
      return context.html(troublePage({ title: 'No such meter', text }), 404)
    }
    const known = error instanceof BillingError
    const status = known && error.status !== undefined && error.status < 500 ? 400 : 503
    return context.json({ error: known ? error.message : 'The store made a mistake.' }, known ? status : 500)
  })
  return app
}

function withLook(samples: Sample[], look: Sample): Sample[] {
  const last = samples.at(-1)
  return last && look.at - last.at < NEWS_AFTER_MS ? samples : [...samples, look]
}
