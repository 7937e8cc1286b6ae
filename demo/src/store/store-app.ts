import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import {
  type BillingClient,
  BillingError,
  type CheckoutSession,
  InvalidRequestError,
  NotFoundError,
  WebhookVerificationError,
  webhooks,
} from '@per-second/client'
import { properAddress } from '@per-second/protocol/keccak'
import type { Address } from '@per-second/protocol/types'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { trimTrailingSlash } from 'hono/trailing-slash'
import { createBooksReader } from '../dashboard/books.ts'
import { createDashboardRoutes } from '../dashboard/dashboard-routes.ts'
import { noOrderPage, troublePage } from '../page/trouble-page.ts'
import { readPlayground } from '../playground/playground-options.ts'
import { listShelf } from './catalogue.ts'
import { type OrderState, orderState } from './order-state.ts'
import { cancelPage } from './pages/cancel-page.ts'
import { checkoutPage } from './pages/checkout-page.ts'
import type { ChainForPages } from './pages/element-page.ts'
import { homePage } from './pages/home-page.ts'
import { playgroundPage } from './pages/playground-page.ts'
import { successPage } from './pages/success-page.ts'
import { securityHeaders } from './security-headers.ts'

export type StoreDependencies = {
  /** With the admin token of the local service, which fills wallets. It stays here, on the store's server. */
  billing: BillingClient
  /** The secret that signs the service's webhooks to `/webhooks`. */
  webhookSecret: string
  /** Where the element finds the billing service: a public address. */
  billingUrl: string
  chain: ChainForPages
  folders: { element: string; browser: string }
}

/** The faucet waits for the chain. */
const FAUCET_WITHIN = { timeoutMs: 20_000, totalTimeoutMs: 20_000 }
const STYLES = join(import.meta.dirname, '../styles')

/** The whole shop: a merchant's server that talks to the billing service with the official client. */
export function createStoreApp(dependencies: StoreDependencies): Hono {
  const { billing, webhookSecret, billingUrl, chain, folders } = dependencies
  const books = createBooksReader(billing)
  const app = new Hono()
  app.use(securityHeaders([billingUrl, chain.rpcUrl]), csrf(), trimTrailingSlash())
  app.use('/billing-authorise/*', files('/billing-authorise', folders.element))
  app.use('/browser/*', files('/browser', folders.browser))
  app.use('/styles/*', files('/styles', STYLES))

  app.get('/', async context => context.html(homePage(await listShelf(billing))))

  app.post('/buy', async context => {
    const { product } = await context.req.parseBody().catch(cause => {
      throw new HTTPException(400, { message: 'This form cannot be read.', cause })
    })
    const { origin } = new URL(context.req.url)
    const session = await createSession(billing, String(product), origin)
    return context.redirect(`/checkout?session=${session.id}`, 303)
  })

  app.get('/checkout', async context => {
    const id = context.req.query('session')
    if (!id) return context.redirect('/', 303)
    const session = await findSession(billing, id)
    if (!session) return context.html(noOrderPage(), 404)
    const replaces = context.req.query('replaces') ?? null
    return context.html(checkoutPage({ session, billingUrl, chain, replaces }))
  })

  // The running meter's button Extend leads here: the same machine, on a second meter that carries the first one on.
  app.get('/extend', async context => {
    const old = await findSession(billing, context.req.query('session') ?? '')
    if (!old) return context.html(noOrderPage(), 404)
    const { origin } = new URL(context.req.url)
    const session = await createSession(billing, old.product.id, origin)
    return context.redirect(`/checkout?session=${session.id}&replaces=${old.id}`, 303)
  })

  app.get('/success', async context => {
    const id = context.req.query('session')
    if (!id) return context.redirect('/', 303)
    const session = await findSession(billing, id)
    if (!session) return context.html(noOrderPage(), 404)
    const order = await readOrder(billing, session)
    return context.html(successPage({ session, ...order, billingUrl, chain, replaces: null }))
  })

  app.get('/playground', context => {
    const { searchParams } = new URL(context.req.url)
    return context.html(playgroundPage(readPlayground(searchParams)))
  })

  app.get('/cancel', context => context.html(cancelPage(context.req.query('session'))))
  app.route('/dashboard', createDashboardRoutes({ billing, books }))

  // A webhook says that something happened. The dashboard asks the service for it, because webhooks come in no promised order.
  app.post('/webhooks', async context => {
    try {
      await webhooks.verify(await context.req.text(), context.req.raw.headers, webhookSecret)
    } catch (error) {
      if (error instanceof WebhookVerificationError) return context.json({ error: error.code }, 400)
      throw error
    }
    books.forget()
    return context.body(null, 204)
  })

  app.post('/faucet', async context => {
    const request = readFaucetRequest(await context.req.json().catch(() => null))
    if (!request) return context.json({ error: 'A wallet address is 0x and 40 letters or digits.' }, 400)
    if (properAddress(request.address) === null)
      return context.json(
        { error: 'The checksum of this wallet address is wrong. Copy it again, or write it in lower case.' },
        400,
      )
    const { address: wallet_address, amount } = request
    // With coin for gas: a subscriber may stop the meter on the chain without the service, and other wallets than ours pay a tip.
    await billing.testHelpers.faucet.fund({ wallet_address, amount, native: true }, FAUCET_WITHIN)
    return context.json(request)
  })

  app.notFound(context => {
    const text = 'Nothing is for rent at this address.'
    return context.html(troublePage({ title: 'No such page', text }), 404)
  })

  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    const down = error instanceof BillingError
    const status = isSoldOut(error) ? 404 : down ? 503 : 500
    if (context.req.header('accept')?.includes('application/json')) {
      return context.json({ error: down ? error.message : 'The store made a mistake.' }, status)
    }
    return context.html(troublePage(trouble(error)), status)
  })
  return app
}

/** The product is unknown, or was taken off the shelf while the page was open. */
function isSoldOut(error: Error): boolean {
  return (
    error instanceof NotFoundError || (error instanceof BillingError && error.code === 'product_inactive')
  )
}

function trouble(error: Error): { title: string; text: string } {
  if (isSoldOut(error)) return { title: 'Sold out', text: 'This machine is not for rent any more.' }
  if (!(error instanceof BillingError))
    return { title: 'Our mistake', text: 'This page could not be made. Try again.' }
  return {
    title: 'We cannot take orders right now',
    text: `Our billing service does not answer as it should: ${error.message} Running machines keep running. Try again in a moment.`,
  }
}

/** `null` for an unknown session, and for text that is no id, which the client or the service refuses. */
async function findSession(billing: BillingClient, id: string): Promise<CheckoutSession | null> {
  if (id === '') return null
  return billing.checkout.sessions.retrieve(id).catch(error => {
    if (error instanceof NotFoundError || error instanceof InvalidRequestError) return null
    throw error
  })
}

/** A machine stays on while one meter replaces another: its state is the last one's, and its address the first one's. */
async function readOrder(
  billing: BillingClient,
  session: CheckoutSession,
): Promise<{ state: OrderState; machine: string }> {
  const own = session.subscription ? await billing.subscriptions.retrieve(session.subscription) : null
  let [first, last] = [own, own]
  while (last?.replaced_by) last = await billing.subscriptions.retrieve(last.replaced_by)
  while (first?.replaces) first = await billing.subscriptions.retrieve(first.replaces)
  return { state: orderState(session, last), machine: first?.checkout_session ?? session.id }
}

function createSession(billing: BillingClient, product: string, origin: string): Promise<CheckoutSession> {
  return billing.checkout.sessions.create({
    product,
    success_url: `${origin}/success?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/cancel?session={CHECKOUT_SESSION_ID}`,
  })
}

function readFaucetRequest(body: unknown): { address: Address; amount: string } | null {
  const { address, amount } = (body ?? {}) as Record<string, unknown>
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return null
  if (typeof amount !== 'string' || !/^\d{1,6}$/.test(amount)) return null
  return { address: address as Address, amount }
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
