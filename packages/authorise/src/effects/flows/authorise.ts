import { depositInBaseUnits, rateInTermsUnits } from '@per-second/protocol/money'
import type { Chain, WireTypedData } from '@per-second/protocol/types'
import { isSameAddress } from '../../chains/is-same-address.ts'
import { holdWebLock } from '../../dom/hold-web-lock.ts'
import { AuthoriseError } from '../../errors/authorise-error.ts'
import { shortfallOf } from '../../machine/shortfall.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { RefusalError } from '../../signing/refusal-error.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { connectedWallet, type Flow, verifiedChain, whileWanted } from './flow.ts'
import { InsufficientFundsError } from './insufficient-funds-error.ts'
import { lockVerdict } from './lock-verdict.ts'
import { readMovedSession } from './moved-session.ts'
import { openSignatureElsewhere } from './open-signature-elsewhere.ts'
import { prepare } from './prepare.ts'
import { requireShown } from './require-shown.ts'

/**
 * From the press of Authorise to the signature. Everything the service asks for is rebuilt and compared before the wallet is asked
 * for anything, and what it is asked for is written down before: while that stands, the same is asked for again and nothing else,
 * in this tab and in every other.
 */
export async function authorise(flow: Flow, maxDurationSeconds: number): Promise<void> {
  const chain = await verifiedChain(flow)
  const wallet = await connectedWallet(flow)
  await holdWebLock(flow.ports.locks, flow.store.keys.lock, async () => {
    const standing = await standingLock(flow, wallet, chain)
    if (standing?.signature) return flow.dispatch({ type: 'signed', lock: standing })
    if (standing) requireShown(flow, standing, { chain, maxDurationSeconds })
    const asked = standing
      ? { lock: standing, typedData: (await flow.signing()).typedDataOf(standing), block: null }
      : await prepareAnew(flow, wallet, maxDurationSeconds)
    if (asked) await sign(flow, wallet, asked)
  })
}

type Asked = { lock: SignatureLock; typedData: WireTypedData; block: number | null }

/** What this browser's wallet was asked for before and may still be good for. @throws {AuthoriseError} `meter_known` */
async function standingLock(flow: Flow, wallet: Wallet, chain: Chain): Promise<SignatureLock | null> {
  // Whoever clears the browser's storage while the page is open takes nothing back that was asked for here.
  const lock = flow.store.readLock() ?? flow.checkout().lock
  if (!lock) return null
  flow.store.writeLock(lock)
  const { connection } = flow.checkout()
  if (connection && !isSameAddress(connection.address, lock.terms.payer))
    throw new AuthoriseError('other_account_asked', 'Another account was asked to sign for this session.')
  await step(flow, 'chain', wallet.ensureChain(chain))
  const verdict = await whileWanted(lockVerdict(wallet, lock, flow.ports.deviceNow()), flow.signal)
  if (verdict === 'stands') {
    flow.dispatch({ type: 'locked', lock })
    return lock
  }
  if (verdict === 'fell') {
    flow.store.eraseLock()
    flow.dispatch({ type: 'lock_fell' })
    return null
  }
  const known = { ...lock, isKnown: true }
  flow.store.writeLock(known)
  flow.dispatch({ type: 'locked', lock: known })
  throw new AuthoriseError('meter_known', 'The escrow holds the deposit of what was signed for this session.')
}

async function prepareAnew(flow: Flow, wallet: Wallet, maxDurationSeconds: number): Promise<Asked | null> {
  flow.dispatch({ type: 'signing_waits', step: 'preparing' })
  const preparation = await prepare(flow, maxDurationSeconds).catch(async error => {
    const isMoved = error instanceof AuthoriseError && error.code === 'checkout_session_not_open'
    if (!isMoved) throw asRefusedCheckout(error)
    await readMovedSession(flow)
    return null
  })
  if (!preparation) return null
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
  await step(flow, 'checking', checkFunds(flow, wallet, chain, depositBaseUnits))
  const lock: SignatureLock = {
    digest: typedData.message.nonce,
    terms,
    subscription: prepared.subscription_id,
    chainId: chain.chain_id,
    escrow: chain.escrow,
    draft: prepared.draft,
    secret,
    email: email.trim(),
    walletId: connection?.walletId ?? '',
    walletName: connection?.walletName ?? '',
    accountKind: flow.checkout().accountKind,
    signature: null,
    signedAt: null,
    txHash: null,
    isKnown: false,
  }
  // Where browsers have no Web Locks, another tab may have asked meanwhile.
  if (flow.store.readLock())
    throw new AuthoriseError('asked_in_other_tab', 'Another tab has asked the wallet.')
  flow.store.writeLock(lock)
  flow.dispatch({ type: 'locked', lock })
  return { lock, typedData, block }
}

async function sign(flow: Flow, wallet: Wallet, { lock, typedData, block }: Asked): Promise<void> {
  flow.signal.throwIfAborted()
  const signature = await step(flow, 'wallet', wallet.signTypedData(typedData))
  // Whatever else was written down meanwhile, a signature for anything but that is dropped.
  if ((flow.store.readLock() ?? lock).digest !== lock.digest)
    throw new AuthoriseError('unexpected', 'What was to be signed has changed while it was being signed.')
  const { ports } = flow
  const signedAt = { wall: ports.deviceNow(), monotonicMs: ports.monotonicNow(), block, billing: null }
  const signed = { ...lock, signature, signedAt }
  flow.store.writeLock(signed)
  flow.dispatch({ type: 'signed', lock: signed })
}

async function step<T>(flow: Flow, name: 'chain' | 'checking' | 'wallet', work: Promise<T>): Promise<T> {
  flow.dispatch({ type: 'signing_waits', step: name })
  return whileWanted(work, flow.signal)
}

/** Of a checkout the code says something else than of a meter. */
function asRefusedCheckout(error: unknown): unknown {
  if (!(error instanceof AuthoriseError) || error.code !== 'subscription_invalid_state') return error
  return new AuthoriseError('checkout_refused', error.message, { cause: error })
}

/**
 * A contract wallet may be filled at the last moment, so it is only warned; so is an account nobody could read, which may be one.
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
