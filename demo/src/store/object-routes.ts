import { type BillingClient, type BillingEvent, InvalidRequestError } from '@per-second/client'
import { Hono } from 'hono'
import { eventWords } from './event-words.ts'
import { listMeters } from './list-meters.ts'
import { meterStory } from './meter-story.ts'
import { customerPage } from './pages/customer-page.ts'
import { type EventPage, eventPage } from './pages/event-page.ts'
import { eventsPage } from './pages/events-page.ts'
import { meterPage } from './pages/meter-page.ts'
import { resendAndWait } from './resend-and-wait.ts'

/** The pages of single objects, each with `?view=json` for the object as the API gives it, and of all events. */
export function createObjectRoutes(billing: BillingClient, explorer: string | null): Hono {
  const app = new Hono()

  app.get('/meters/:id', async context => {
    const meter = await billing.subscriptions.retrieve(context.req.param('id'))
    const [product, customer, invoices, story] = await Promise.all([
      billing.products.retrieve(meter.product),
      billing.customers.retrieve(meter.customer),
      billing.invoices.list({ limit: 100, subscription: meter.id }),
      meterStory(billing, meter),
    ])
    const asJson = context.req.query('view') === 'json'
    return context.html(
      meterPage({ meter, product, customer, invoices: invoices.data, story, explorer, asJson }),
    )
  })

  app.get('/customers/:id', async context => {
    const id = context.req.param('id')
    const [customer, meters, products, invoices] = await Promise.all([
      billing.customers.retrieve(id),
      billing.subscriptions.list({ limit: 100, customer: id }),
      billing.products.list({ limit: 100 }),
      billing.invoices.list({ limit: 100, customer: id }),
    ])
    const asJson = context.req.query('view') === 'json'
    return context.html(
      customerPage({
        customer,
        meters: meters.data,
        products: products.data,
        invoices: invoices.data,
        explorer,
        asJson,
      }),
    )
  })

  app.get('/events', async context => {
    const after = context.req.query('after')
    const [page, subscriptions, products, customers] = await Promise.all([
      billing.events.list({ limit: 50, ...(after && { starting_after: after }) }),
      listMeters(billing),
      billing.products.list({ limit: 100 }),
      billing.customers.list({ limit: 100 }),
    ])
    const known = { subscriptions, products: products.data, customers: customers.data }
    return context.html(eventsPage({ events: page.data, hasOlder: page.has_more, known }))
  })

  app.get('/events/:id', async context => {
    const event = await billing.events.retrieve(context.req.param('id'))
    const asJson = context.req.query('view') === 'json'
    return context.html(eventPage({ ...(await aboutEvent(event)), failure: null, asJson }))
  })

  app.post('/events/:id/resend', async context => {
    const id = context.req.param('id')
    const { webhook_endpoint: endpoint } = await context.req.parseBody()
    try {
      await resendAndWait(billing, id, String(endpoint))
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error
      const event = await billing.events.retrieve(id)
      const page = { ...(await aboutEvent(event)), failure: error.message, asJson: false }
      return context.html(eventPage(page), 400)
    }
    return context.redirect(`/dashboard/events/${id}`, 303)
  })

  async function aboutEvent(event: BillingEvent): Promise<Omit<EventPage, 'failure' | 'asJson'>> {
    const { meter, ...about } = eventWords(event)
    const [deliveries, endpoints, subscription] = await Promise.all([
      billing.events.deliveries(event.id),
      billing.webhookEndpoints.list({ limit: 100 }),
      about.product === null && meter !== null ? billing.subscriptions.retrieve(meter) : null,
    ])
    const productId = about.product ?? subscription?.product
    const [product, customer] = await Promise.all([
      productId ? billing.products.retrieve(productId) : null,
      about.customer === null ? null : billing.customers.retrieve(about.customer),
    ])
    return { event, product, customer, deliveries: deliveries.data, endpoints: endpoints.data, explorer }
  }
  return app
}
