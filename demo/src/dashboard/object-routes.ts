import { setTimeout as wait } from 'node:timers/promises'
import { type BillingClient, type BillingEvent, InvalidRequestError } from '@per-second/client'
import { Hono } from 'hono'
import type { BooksReader } from './books.ts'
import { customerPage } from './customer-page.ts'
import { type EventPage, eventPage } from './event-page.ts'
import { eventWords } from './event-words.ts'
import { meterPage } from './meter-page.ts'
import { meterStory } from './meter-story.ts'
import { sessionPage } from './session-page.ts'

export type ObjectSources = {
  billing: BillingClient
  books: BooksReader
}

const ASK_EVERY_MS = 150
const LONGEST_MS = 3_000

/** The pages of single objects, and resending an event. */
export function createObjectRoutes({ billing, books }: ObjectSources): Hono {
  const app = new Hono()

  app.get('/meters/:id', async context => {
    const meter = await billing.subscriptions.retrieve(context.req.param('id'))
    const [product, customer, invoices, story, known] = await Promise.all([
      billing.products.retrieve(meter.product),
      billing.customers.retrieve(meter.customer),
      billing.invoices.list({ limit: 100, subscription: meter.id }),
      meterStory(billing, meter),
      books.read(),
    ])
    const page = { meter, product, customer, invoices: invoices.data, story, books: known }
    return context.html(meterPage(page))
  })

  app.get('/customers/:id', async context => {
    const id = context.req.param('id')
    const [customer, meters, invoices, known] = await Promise.all([
      billing.customers.retrieve(id),
      billing.subscriptions.list({ limit: 100, customer: id }),
      billing.invoices.list({ limit: 100, customer: id }),
      books.read(),
    ])
    const page = { customer, meters: meters.data, invoices: invoices.data, books: known }
    return context.html(customerPage(page))
  })

  app.get('/sessions/:id', async context => {
    const session = await billing.checkout.sessions.retrieve(context.req.param('id'))
    const customer = session.customer === null ? null : await billing.customers.retrieve(session.customer)
    return context.html(sessionPage({ session, customer }))
  })

  app.get('/events/:id', async context => {
    const event = await billing.events.retrieve(context.req.param('id'))
    return context.html(eventPage({ ...(await aboutEvent(event)), failure: null }))
  })

  app.post('/events/:id/resend', async context => {
    const id = context.req.param('id')
    const { webhook_endpoint: endpoint } = await context.req.parseBody()
    try {
      await resendAndWait(billing, id, String(endpoint))
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error
      const event = await billing.events.retrieve(id)
      return context.html(eventPage({ ...(await aboutEvent(event)), failure: error.message }), 400)
    }
    return context.redirect(`/dashboard/events/${id}`, 303)
  })

  async function aboutEvent(event: BillingEvent): Promise<Omit<EventPage, 'failure'>> {
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
    return { event, product, customer, deliveries: deliveries.data, endpoints: endpoints.data }
  }
  return app
}

/** Resends an event, and waits a little for the receiver's response, which the person at the button wants to see. */
async function resendAndWait(billing: BillingClient, event: string, endpoint: string): Promise<void> {
  await billing.events.resend(event, { webhook_endpoint: endpoint })
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(ASK_EVERY_MS)) {
    const { data } = await billing.events.deliveries(event)
    const delivery = data.find(({ webhook_endpoint }) => webhook_endpoint === endpoint)
    if (!delivery || delivery.attempts > 0) return
  }
}
