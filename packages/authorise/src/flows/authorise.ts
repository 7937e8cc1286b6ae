import { depositInBaseUnits, rateInTermsUnits } from '@per-second/protocol/money'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Chain, PreparedAuthorisation } from '@per-second/protocol/types'
import type { Signing } from '../ports.ts'
import { ServiceError } from '../service/service-error.ts'
import { RefusalError } from '../signing/refusal-error.ts'
import type { StoredSignIn } from '../token-store.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { connectedWallet, type Flow, verifiedChain } from './flow.ts'
import { InsufficientFundsError } from './insufficient-funds-error.ts'
import { readMovedSession } from './moved-session.ts'
import { asRefusedCheckout } from './refused-checkout.ts'
import { shortfallOf } from './shortfall.ts'

/** Prepares in the background, so that "Details" can show the terms before they are signed. Its failures wait for Authorise. */
export async function prepareTerms(flow: Flow, maxDurationSeconds: number): Promise<void> {
  try {
    await prepare(flow, maxDurationSeconds)
  } catch (error) {
    if (flow.signal.aborted || !(error instanceof ServiceError)) return
    if (error.isSignedOut) throw error
    if (error.code === 'checkout_session_not_open') await readMovedSession(flow)
  }
}

/**
 * From the press of Authorise to the signature. Everything the service asks for is rebuilt and compared before the wallet is asked
 * for anything, and the deposit is the figure on screen.
 */
export async function authorise(flow: Flow, maxDurationSeconds: number): Promise<void> {
  const { session } = flow.checkout()
  const chain = await verifiedChain(flow)
  const wallet = await connectedWallet(flow)
  const authorisation = await prepareOrFollow(flow, maxDurationSeconds)
  if (!authorisation) return
  const { terms, subscription } = authorisation.prepared
  await step(flow, 'chain', wallet.ensureChain(chain))
  const block = await wallet.latestBlockTimestamp().catch(() => 0)
  const built = authorisation.build(Math.max(flow.ports.deviceNow(), block))
  const shown = depositInBaseUnits(rateInTermsUnits(session.product.rate_usd_per_second), maxDurationSeconds)
  if (built.depositBaseUnits !== shown) {
    throw new RefusalError('refused_terms', 'deposit_wei')
  }
  await step(flow, 'checking', checkFunds(flow, wallet, chain, shown))
  keep(flow, { terms, subscription: subscription.id, accountKind: flow.checkout().accountKind, asked: true })
  const signature = await step(flow, 'wallet', wallet.signTypedData(built.typedData)).catch(error => {
    if (!flow.signal.aborted) keep(flow, { asked: false })
    throw error
  })
  keep(flow, { signature, asked: false })
  flow.dispatch({ type: 'signed', signature })
}

/** What a reload needs to know of a signature that was asked for. */
function keep(flow: Flow, change: Partial<StoredSignIn>): void {
  const signIn = flow.store.read()
  if (signIn) flow.store.write({ ...signIn, ...change })
}

async function step<T>(flow: Flow, name: 'chain' | 'checking' | 'wallet', work: Promise<T>): Promise<T> {
  flow.dispatch({ type: 'signing_waits', step: name })
  const result = await work
  flow.signal.throwIfAborted()
  return result
}

/** What the service would have signed, and the way to build it for an instant: the later of the device's clock and the chain's. */
type Authorisation = {
  prepared: PreparedAuthorisation
  build(nowSeconds: UnixSeconds): ReturnType<Signing['buildAuthorisation']>
}

/** Asks the service for terms. They are on screen only after they were rebuilt and compared. @throws {RefusalError} */
async function prepare(flow: Flow, maxDurationSeconds: number): Promise<Authorisation> {
  const { capFixed, session } = flow.checkout()
  const [chain, signing] = await Promise.all([verifiedChain(flow), flow.signing()])
  const signIn = flow.store.read()
  if (!signIn) throw new ServiceError('client_token_invalid', 'Nobody is signed in.', { status: 401 })
  const { token, address: payer } = signIn
  const prepared = await flow.service
    .prepare(flow.sessionId, token, { maxDurationSeconds }, { signal: flow.signal })
    .catch(error => {
      if (isAboutSession(error)) flow.dispatch({ type: 'opening_excluded' })
      throw error
    })
  // Terms are handed out only while no opening is in flight (protocol rules, section 4).
  flow.dispatch({ type: 'opening_excluded' })
  if (!capFixed) flow.store.markCapChosen()
  const asked = { prepared, session, chain, payer, maxDurationSeconds, pins: flow.pins }
  const build = (nowSeconds: UnixSeconds) => signing.buildAuthorisation({ ...asked, nowSeconds })
  // The deadline can only be judged with a block of the right chain, which the wallet may have to switch to first.
  build(Math.max(flow.ports.deviceNow(), prepared?.sign_by))
  const { payee } = flow.checkout()
  if (payee !== null && payee !== prepared.terms.merchant) {
    throw new RefusalError('refused_terms', 'terms.merchant')
  }
  flow.dispatch({ type: 'prepared', prepared })
  return { prepared, build }
}

/** Whether the service refuses for a reason it looks at only when no opening is in flight. */
function isAboutSession(error: unknown): boolean {
  return (
    error instanceof ServiceError && ['product_inactive', 'subscription_invalid_state'].includes(error.code)
  )
}

async function prepareOrFollow(flow: Flow, maxDurationSeconds: number): Promise<Authorisation | null> {
  try {
    return await prepare(flow, maxDurationSeconds)
  } catch (error) {
    const moved = error instanceof ServiceError && error.code === 'checkout_session_not_open'
    if (moved && (await readMovedSession(flow))) return null
    throw asRefusedCheckout(error)
  }
}

/**
 * A contract wallet may be filled at the last moment, so it is only warned (design, section 7); so is an account nobody could
 * read, which may be one.
 */
async function checkFunds(flow: Flow, wallet: Wallet, chain: Chain, needed: bigint): Promise<void> {
  const [balance, kind] = await Promise.all([
    wallet.balanceOf(chain.token.address).catch(() => null),
    wallet.accountKind().catch(() => null),
  ])
  if (kind) flow.dispatch({ type: 'account_read', kind })
  // An unreadable balance is no reason to turn anybody away: the service simulates the opening before it sends it.
  if (balance === null) return
  const shortfall = shortfallOf(balance, needed, flow.checkout().session.product.rate_usd_per_second)
  if (!shortfall) return
  if (kind === 'key' || kind === 'delegated') throw new InsufficientFundsError(shortfall)
  flow.dispatch({ type: 'contract_balance_low', shortfall })
}
