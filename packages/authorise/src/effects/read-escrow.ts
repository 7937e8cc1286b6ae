import type { SignatureLock } from '../machine/signature-lock.ts'
import { checkoutOf, lockIn } from '../machine/state.ts'
import type { Connection } from '../session-reader.ts'
import { isPaired, type Wallet } from '../wallet/wallet.ts'
import { type EffectContext, loadWallet, storeOf } from './effect-context.ts'
import { foreignLock } from './flows/foreign-lock.ts'
import { lockVerdict } from './flows/lock-verdict.ts'

/**
 * Reads through the wallet whether the escrow knows the meter. Once a signature has left the page, it reads whenever the service's
 * response is not the meter: the service may hold the signature and deny it. A request without a signature is read once its deadline
 * is over. No wallet is prompted. If none can read, the card reports that (docs/money.md, rule 59).
 */
export async function readEscrow(context: EffectContext): Promise<void> {
  const { connection, ports, state } = context
  const lock = lockIn(state)
  if (!connection || !lock || state.phase === 'signing') return
  const store = storeOf(context, connection)
  if (store.hasSeen(lock)) return
  const deviceNow = ports.deviceNow()
  const hasLeft = lock.signedAt !== null
  if (!hasLeft && !lock.isKnown && deviceNow < lock.terms.open_by) return
  const wallet = await reachable(context, { connection, lock })
  const isForeign = foreignLock({ chain: checkoutOf(state)?.chain ?? null, store, ports })
  const verdict = wallet ? await lockVerdict(wallet, lock, { deviceNow, isForeign }) : 'unread'
  if (connection.life.signal.aborted) return
  if (hasLeft) context.dispatch({ type: 'escrow_looked', isRead: verdict !== 'unread' })
  // This page, or another tab, may have changed the record since.
  const written = store.lockOf(lock.digest)
  if (!written) return
  if (verdict === 'fell') {
    store.eraseLock(written)
    return context.dispatch({ type: 'lock_fell', digest: lock.digest })
  }
  if (verdict === 'unread') return
  const isKnown = verdict === 'known'
  if (!isKnown && !lock.isKnown) return
  const read = { ...written, isKnown }
  if (written.isKnown !== isKnown) store.writeLock(read)
  if (lockIn(context.state)?.isKnown !== isKnown) context.dispatch({ type: 'locked', lock: read })
}

/** Repeats while a subscriber waits at the card. A paired wallet receives every request on its device, so it is left out. */
export async function watchEscrow(context: EffectContext): Promise<void> {
  const lock = lockIn(context.state)
  if (lock && !isPaired(lock.walletId)) await readEscrow(context)
}

/** The wallet, already connected or resumed without a prompt. It is loaded only for a signature that has left the page. */
async function reachable(
  context: EffectContext,
  { connection, lock: { signedAt, walletId } }: { connection: Connection; lock: SignatureLock },
): Promise<Wallet | null> {
  const loading = signedAt === null ? connection.wallet : loadWallet(context, connection)
  const wallet = await loading?.catch(() => null)
  if (!wallet) return null
  if (checkoutOf(context.state)?.connection) return wallet
  return signedAt !== null && (await wallet.reconnect(walletId).catch(() => null)) ? wallet : null
}
