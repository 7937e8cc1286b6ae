import type { BillingClient, Customer, Invoice, Product, Subscription } from '@per-second/client'
import { BillingError } from '@per-second/client'
import { Hono } from 'hono'
import { type Figures, sumFigures } from './figures.ts'
import { createHistory, type Sample } from './history.ts'

/** Everything the dashboard draws, newest first. Objects are the API's own. */
export type DashboardData = {
  figures: Figures
  samples: Sample[]
  subscriptions: Subscription[]
  invoices: Invoice[]
  products: Product[]
  customers: Customer[]
}

const MOST_SUBSCRIPTIONS = 500
const ACTIONS = ['start', 'pause', 'resume', 'cancel'] as const
const HIDDEN = new Set(['incomplete', 'incomplete_expired'])

export function createDashboardRoutes(billing: BillingClient): Hono {
  const history = createHistory()
  const app = new Hono()

  app.get('/data', async context => {
    const [all, invoices, products, customers] = await Promise.all([
      collect(billing.subscriptions.list({ limit: 100 }), MOST_SUBSCRIPTIONS),
      billing.invoices.list({ limit: 50 }),
      billing.products.list({ limit: 100 }),
      billing.customers.list({ limit: 100 }),
    ])
    const subscriptions = all.filter(({ status }) => !HIDDEN.has(status))
    history.record(Date.now(), subscriptions)
    return context.json<DashboardData>({
      figures: sumFigures(subscriptions),
      samples: history.samples(),
      subscriptions,
      invoices: invoices.data,
      products: products.data,
      customers: customers.data,
    })
  })

  app.post('/subscriptions/:id/:action', async context => {
    const { id, action: wanted } = context.req.param()
    const action = ACTIONS.find(known => known === wanted)
    if (!action) return context.json({ error: 'There is no such action.' }, 404)
    return context.json(await billing.subscriptions[action](id))
  })

  app.onError((error, context) => {
    const known = error instanceof BillingError
    const status = known && error.status !== undefined && error.status < 500 ? 400 : 503
    return context.json({ error: known ? error.message : 'The store made a mistake.' }, known ? status : 500)
  })
  return app
}

async function collect<T>(objects: AsyncIterable<T>, most: number): Promise<T[]> {
  const collected: T[] = []
  for await (const object of objects) {
    if (collected.push(object) >= most) break
  }
  return collected
}
