import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type BillingClient, BillingError, NotFoundError } from '@per-second/client'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { DemoError } from '../demo-error.ts'
import { readPlayground } from '../playground-options.ts'
import { listShelf } from './catalogue.ts'
import { createDashboardRoutes } from './dashboard-routes.ts'
import type { Faucet } from './faucet.ts'
import { cancelPage } from './pages/cancel-page.ts'
import { checkoutPage } from './pages/checkout-page.ts'
import { dashboardPage } from './pages/dashboard-page.ts'
import { homePage } from './pages/home-page.ts'
import { playgroundPage } from './pages/playground-page.ts'
import { successPage } from './pages/success-page.ts'
import { troublePage } from './pages/trouble-page.ts'
import { securityHeaders } from './security-headers.ts'

export type StoreDependencies = {
  billing: BillingClient
  faucet: Faucet
  /** Where the element finds the billing service: a public address. */
  billingUrl: string
  chain: ChainForPages
  folders: { element: string; browser: string }
}

/** What a page's dev wallet needs to know about the chain. */
export type ChainForPages = { id: number; rpcUrl: string; token: string }

const STYLES = join(import.meta.dirname, '../styles')

/** The whole shop: a merchant's server that talks to the billing service with the official client. */
export function createStoreApp({ billing, faucet, billingUrl, chain, folders }: StoreDependencies): Hono {
  const app = new Hono()
  app.use(securityHeaders([billingUrl, chain.rpcUrl]), csrf())
  app.use('/billing-authorise/*', files('/billing-authorise', folders.element))
  app.use('/browser/*', files('/browser', folders.browser))
  app.use('/styles/*', files('/styles', STYLES))

  app.get('/', async context => context.html(homePage(await listShelf(billing))))

  app.post('/buy', async context => {
    const { product } = await context.req.parseBody()
    const { origin } = new URL(context.req.url)
    const session = await billing.checkout.sessions.create({
      product: String(product),
      success_url: `${origin}/success?session={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/cancel`,
    })
    return context.redirect(`/checkout?session=${session.id}`, 303)
  })

  app.get('/checkout', async context => {
    const id = context.req.query('session')
    if (!id) return context.redirect('/', 303)
    return context.html(checkoutPage({ id, session: await findSession(billing, id), billingUrl, chain }))
  })

  app.get('/success', async context => {
    const id = context.req.query('session')
    if (!id) return context.redirect('/', 303)
    const session = await findSession(billing, id)
    const meter = session?.subscription ? await billing.subscriptions.retrieve(session.subscription) : null
    return context.html(successPage({ id, session, meter, billingUrl, chain }))
  })

  app.get('/playground', context => {
    const chosen = readPlayground(new URL(context.req.url).searchParams)
    return context.html(playgroundPage(chosen))
  })

  app.get('/cancel', context => context.html(cancelPage()))
  app.get('/dashboard', context => context.html(dashboardPage()))
  app.route('/dashboard', createDashboardRoutes(billing))

  app.post('/faucet', async context => {
    const wish = readFaucetWish(await context.req.json().catch(() => null))
    if (!wish) return context.json({ error: 'A wallet address is 0x and 40 letters or digits.' }, 400)
    await faucet(wish.address, wish.amount)
    return context.json(wish)
  })

  app.notFound(context => {
    const text = 'Nothing is for rent at this address.'
    return context.html(troublePage({ title: 'No such page', text }), 404)
  })

  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    const down = error instanceof BillingError || error instanceof DemoError
    const status = error instanceof NotFoundError ? 404 : down ? 503 : 500
    if (context.req.header('accept')?.includes('application/json')) {
      return context.json({ error: down ? error.message : 'The store made a mistake.' }, status)
    }
    return context.html(troublePage(trouble(error)), status)
  })
  return app
}

function trouble(error: Error): { title: string; text: string } {
  if (error instanceof NotFoundError)
    return { title: 'Sold out', text: 'This machine is not for rent any more.' }
  if (!(error instanceof BillingError))
    return { title: 'Our mistake', text: 'This page could not be made. Try again.' }
  return {
    title: 'We cannot take orders right now',
    text: `Our billing service does not answer as it should: ${error.message} Running machines keep running. Try again in a moment.`,
  }
}

/** A session nobody knows is the element's to explain: it asks the service itself. */
async function findSession(billing: BillingClient, id: string) {
  return billing.checkout.sessions.retrieve(id).catch(error => {
    if (error instanceof NotFoundError) return null
    throw error
  })
}

function readFaucetWish(body: unknown): { address: string; amount: string } | null {
  const { address, amount } = (body ?? {}) as Record<string, unknown>
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return null
  if (typeof amount !== 'string' || !/^\d{1,6}$/.test(amount)) return null
  return { address, amount }
}

/** Files as they are. They are asked for again on every load, so that a rebuilt file shows at once. */
function files(prefix: string, root: string) {
  return serveStatic({
    root,
    rewriteRequestPath: path => path.slice(prefix.length),
    onFound: (path, context) => {
      context.header(
        'Cache-Control',
        extname(path) === '.js' || extname(path) === '.css' ? 'no-cache' : 'max-age=60',
      )
    },
  })
}
