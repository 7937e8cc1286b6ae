import { depositInBaseUnits, rateInTermsUnits } from '@per-second/protocol/money'
import type { Chain } from '@per-second/protocol/types'
import { isSameAddress } from '../../chains/is-same-address.ts'
import { holdWebLock } from '../../dom/hold-web-lock.ts'
import { AuthoriseError } from '../../errors/authorise-error.ts'
import { emailIn } from '../../machine/email.ts'
import { type Shortfall, shortfallOf } from '../../machine/shortfall.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { RefusalError } from '../../signing/refusal-error.ts'
import type { AccountKind, SigningWallet } from '../../wallet/wallet.ts'
import { connectedWallet, type Flow, verifiedChain, whileWanted } from './flow.ts'
import { foreignLock } from './foreign-lock.ts'
import { freshLock } from './fresh-lock.ts'
import { lockVerdict } from './lock-verdict.ts'
import { readMovedSession } from './moved-session.ts'
import { openSignatureElsewhere } from './open-signature-elsewhere.ts'
import { type Preparation, prepare } from './prepare.ts'
import { type Asked, requestSignature } from './request-signature.ts'
import { isOffered, statedBy } from './stated-by.ts'

/**
 * From the press of Authorise to the signature. The terms, from a service's draft or a record of this browser, are rebuilt and compared
 * before the wallet is prompted. The request is recorded first. While the record stands, every tab requests only the same signature.
 */
export async function authorise(flow: Flow, maxDurationSeconds: number): Promise<void> {
  const chain = await verifiedChain(flow)
  const wallet = await connectedWallet(flow)
  await holdWebLock(flow.ports.locks, flow.store.keys.lock, async isAlone => {
    const place = { wallet, chain, maxDurationSeconds, isAlone }
    const standing = await standingLock(flow, place)
    if (standing?.signature) return flow.dispatch({ type: 'signed', lock: standing })
    const request = standing ? await repeatedRequest(flow, standing, place) : await newRequest(flow, place)
    flow.signal.throwIfAborted()
    if (request) await step(flow, 'wallet', requestSignature(flow, wallet, request))
  })
}

type Place = {
  wallet: SigningWallet
  chain: Chain
  maxDurationSeconds: number
  /** Whether no other tab can request at the same time. */
  isAlone: boolean
}

/**
 * The earlier request of this browser that may still open the meter.
 *
 * @throws {AuthoriseError} `meter_known`, `other_account_asked`, `asked_changed`
 */
async function standingLock(flow: Flow, { wallet, chain }: Place): Promise<SignatureLock | null> {
  const { store, ports } = flow
  const written = store.standing()
  const [shown] = written
  if (!shown) {
    show(flow, null)
    return null
  }
  // A record stays valid even if the storage is cleared while the page is open.
  store.writeLock(shown)
  await step(flow, 'chain', wallet.ensureChain(chain))
  const isForeign = foreignLock({ chain, store, ports })
  const standing: SignatureLock[] = []
  for (const lock of written) {
    const judged = lockVerdict(wallet, lock, { deviceNow: ports.deviceNow(), isForeign })
    const verdict = store.hasSeen(lock) ? 'known' : await whileWanted(judged, flow.signal)
    if (verdict === 'known') throw meterKnown(flow, lock)
    if (verdict === 'fell') store.eraseLock(lock)
    else standing.push(lock)
  }
  const [lock = null, ...others] = standing
  show(flow, lock)
  if (!lock) return null
  const { connection } = flow.checkout()
  if (connection && !isSameAddress(connection.address, lock.terms.payer))
    throw new AuthoriseError('other_account_asked', 'Another account was asked to sign for this session.')
  // The second record came from a page that did not know the first. Neither is signed until the other is dropped.
  if (others.length > 0 && lock.signature === null) throw askedChanged()
  return lock
}

/** Updates the screen to the lock that stands now. */
function show(flow: Flow, lock: SignatureLock | null): void {
  const before = flow.checkout().lock
  if (before && before.digest !== lock?.digest) flow.dispatch({ type: 'lock_fell', digest: before.digest })
  if (lock) flow.dispatch({ type: 'locked', lock })
}

function meterKnown(flow: Flow, lock: SignatureLock): AuthoriseError {
  const known = { ...lock, isKnown: true }
  flow.store.writeLock(known)
  show(flow, known)
  return new AuthoriseError(
    'meter_known',
    'The escrow holds the deposit of what was signed for this session.',
  )
}

/**
 * The terms of an earlier request, rebuilt. The storage proves only that a request was made, not its terms. A record that this page did
 * not build is also compared with the service's current draft.
 *
 * @throws {RefusalError} if this page built the record and the service has changed its draft
 * @throws {AuthoriseError} `asked_in_other_tab`, `asked_changed`
 */
async function repeatedRequest(flow: Flow, lock: SignatureLock, place: Place): Promise<Asked | null> {
  if (lock.isGivenUp)
    throw new AuthoriseError('asked_in_other_tab', 'Another tab has given up what the wallet was asked for.')
  if (lock.terms.max_seconds !== place.maxDurationSeconds)
    throw new AuthoriseError('asked_in_other_tab', 'Another tab has asked the wallet for another length.')
  const isBuilt = flow.store.isBuilt(lock)
  const preparation = isBuilt ? null : await preparedOrMoved(flow, place)
  if (!isBuilt && !preparation) return null
  const { chain, wallet, maxDurationSeconds } = place
  const signing = await flow.ports.loadSigning()
  const block = await wallet.latestBlockTimestamp().catch(() => null)
  const { session, payee, connection } = flow.checkout()
  try {
    const { typedData, depositBaseUnits } = signing.buildAuthorisation({
      stated: statedBy(lock, signing),
      session,
      chain,
      payer: connection?.address ?? lock.terms.payer,
      payee: preparation?.prepared.terms.merchant ?? payee,
      maxDurationSeconds,
      pins: flow.pins,
      pageOrigin: flow.ports.pageOrigin(),
      nowSeconds: Math.max(flow.ports.deviceNow(), block ?? 0),
    })
    if (preparation && !isOffered(lock.terms, preparation.prepared.terms)) throw askedChanged()
    flow.requireAgreed({ terms: lock.terms, depositBaseUnits })
    if (!isBuilt) flow.store.hold(lock, { origin: 'built' })
    return { lock, typedData, block }
  } catch (error) {
    throw error instanceof RefusalError && !isBuilt ? askedChanged(error) : error
  }
}

async function newRequest(flow: Flow, place: Place): Promise<Asked | null> {
  flow.dispatch({ type: 'signing_waits', step: 'preparing' })
  const preparation = await preparedOrMoved(flow, place)
  if (!preparation) return null
  const { wallet, maxDurationSeconds, isAlone } = place
  const { chain, prepared, secret, build } = preparation
  const { terms } = prepared
  await step(flow, 'chain', wallet.ensureChain(chain))
  const block = await wallet.latestBlockTimestamp().catch(() => null)
  const now = flow.ports.deviceNow()
  if (await openSignatureElsewhere(flow, { terms, chain, now: Math.min(now, block ?? now), wallet }))
    return null
  const { typedData, depositBaseUnits } = build(Math.max(now, block ?? 0))
  const { session, email, connection } = flow.checkout()
  const rate = rateInTermsUnits(session.product.rate_usd_per_second)
  if (depositBaseUnits !== depositInBaseUnits(rate, maxDurationSeconds))
    throw new RefusalError('refused_terms', 'deposit_wei')
  const accountKind = await step(
    flow,
    'preparing',
    checkFunds(flow, wallet, { chain, needed: depositBaseUnits }),
  )
  const lock = freshLock(prepared, chain, {
    digest: typedData.message.nonce,
    service: flow.store.origin,
    replaces: flow.replaces,
    secret,
    email: emailIn(email),
    walletId: connection?.walletId ?? '',
    accountKind,
  })
  // In browsers without Web Locks, another tab may have made a request meanwhile.
  if (flow.store.readLock())
    throw new AuthoriseError('asked_in_other_tab', 'Another tab has asked the wallet.')
  flow.requireAgreed({ terms, depositBaseUnits })
  const isKey = accountKind === 'key' || accountKind === 'delegated'
  flow.store.writeLock(lock, { origin: 'made', canBeGivenUp: isAlone && isKey })
  flow.dispatch({ type: 'locked', lock })
  return { lock, typedData, block }
}

/** Null if the session can no longer change. Its new status is then read and dispatched. */
async function preparedOrMoved(flow: Flow, { maxDurationSeconds }: Place): Promise<Preparation | null> {
  try {
    return await prepare(flow, maxDurationSeconds)
  } catch (error) {
    const isMoved = error instanceof AuthoriseError && error.code === 'checkout_session_not_open'
    if (!isMoved) throw asRefusedCheckout(error)
    await readMovedSession(flow)
    return null
  }
}

/** The earlier request differs from the terms on screen. */
function askedChanged(cause?: AuthoriseError): AuthoriseError {
  const message = 'What the wallet was asked to sign for this session is not what is on screen.'
  return new AuthoriseError('asked_changed', message, { cause, field: cause?.field ?? null })
}

async function step<T>(flow: Flow, name: 'preparing' | 'chain' | 'wallet', work: Promise<T>): Promise<T> {
  flow.dispatch({ type: 'signing_waits', step: name })
  return whileWanted(work, flow.signal)
}

/** Gives the code its meaning for a checkout, which differs from its meaning for a meter. */
function asRefusedCheckout(error: unknown): unknown {
  if (!(error instanceof AuthoriseError) || error.code !== 'subscription_invalid_state') return error
  if (error.field === 'replaces') return error
  return new AuthoriseError('checkout_refused', error.message, { cause: error })
}

/**
 * Checks the balance. A contract wallet may receive funds at the last moment, so the card only warns of it, and of an account of
 * unknown kind. Returns the kind of account as just read; null if it could not be read.
 */
async function checkFunds(
  flow: Flow,
  wallet: SigningWallet,
  { chain, needed }: { chain: Chain; needed: bigint },
): Promise<AccountKind | null> {
  const [balance, kind] = await Promise.all([
    wallet.balanceOf(chain.token.address).catch(() => null),
    wallet.accountKind().catch(() => null),
  ])
  // An unreadable balance is no refusal: the service simulates the opening before it sends the transaction.
  if (balance === null) return kind
  flow.dispatch({ type: 'balance_read', balance })
  const shortfall = shortfallOf(balance, needed, flow.checkout().session.product.rate_usd_per_second)
  if (shortfall && (kind === 'key' || kind === 'delegated')) throw insufficientFunds(shortfall)
  return kind
}

/** Thrown before any signature. `problemFrom` reads the figures. */
function insufficientFunds(shortfall: Shortfall): AuthoriseError {
  const message = `The wallet holds ${shortfall.balance} AUSD, ${shortfall.needed} are needed.`
  return Object.assign(new AuthoriseError('insufficient_funds', message), { shortfall })
}
