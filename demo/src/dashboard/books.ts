import type { BillingClient, Customer, Invoice, Product, Subscription } from '@per-second/client'

/** The data behind most pages of the dashboard. */
export type Books = {
  /** By the service's clock, in unix seconds. */
  now: number
  /** Every meter that was authorised, of the newest subscriptions, newest first. */
  meters: Subscription[]
  products: Map<string, Product>
  customers: Map<string, Customer>
  /** Of the last 30 days, newest first. */
  invoices: Invoice[]
}

export type BooksReader = {
  read(): Promise<Books>
  /** Something has happened: the next page reads everything again. */
  forget(): void
}

type Remembered = Pick<Books, 'products' | 'customers' | 'invoices'>

const MOST_SUBSCRIPTIONS = 500
/** A webhook may be late, so nothing is remembered for longer. */
const REMEMBERED_MS = 30_000
const THIRTY_DAYS = 30 * 86_400
const NOT_AUTHORISED = new Set(['incomplete', 'incomplete_expired'])

/** Meters count, so every page reads them. The rest is remembered until a webhook says that something has happened. */
export function createBooksReader(billing: BillingClient): BooksReader {
  let memory: { rest: Promise<Remembered>; at: number } | null = null
  return {
    async read() {
      const { now } = await billing.testHelpers.clock.retrieve()
      if (!memory || Date.now() - memory.at > REMEMBERED_MS) {
        memory = { rest: readRest(billing, now - THIRTY_DAYS), at: Date.now() }
        memory.rest.catch(() => {
          memory = null
        })
      }
      const [meters, rest] = await Promise.all([listMeters(billing), memory.rest])
      return { now, meters, ...rest }
    },
    forget() {
      memory = null
    },
  }
}

async function readRest(billing: BillingClient, since: number): Promise<Remembered> {
  const [products, customers, invoices] = await Promise.all([
    readAll(billing.products.list({ limit: 100 })),
    readAll(billing.customers.list({ limit: 100 })),
    readAll(billing.invoices.list({ limit: 100, period_end: { gte: since } })),
  ])
  const byId = <T extends { id: string }>(items: T[]) => new Map(items.map(item => [item.id, item]))
  return { products: byId(products), customers: byId(customers), invoices }
}

/** Every object of a list, through all its pages. */
export async function readAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const each of list) all.push(each)
  return all
}

async function listMeters(billing: BillingClient): Promise<Subscription[]> {
  const subscriptions: Subscription[] = []
  for await (const subscription of billing.subscriptions.list({ limit: 100 })) {
    if (subscriptions.push(subscription) >= MOST_SUBSCRIPTIONS) break
  }
  return subscriptions.filter(({ status }) => !NOT_AUTHORISED.has(status))
}
