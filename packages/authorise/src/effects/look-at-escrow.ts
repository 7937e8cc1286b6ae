import type { SignatureLock } from '../machine/signature-lock.ts'
import { checkoutOf, lockIn } from '../machine/state.ts'
import { isPaired, type Wallet } from '../wallet/wallet.ts'
import type { EffectContext } from './effect-context.ts'
import { foreignLock } from './flows/foreign-lock.ts'
import { lockVerdict } from './flows/lock-verdict.ts'

/**
 * Reads through the wallet whether the escrow knows the meter. Once a signature has left the page that is read whenever a service's
 * answer is not the meter: it may hold the signature and deny it. What was only asked for is read about once its deadline is over.
 * No wallet is asked for anything; where none can be read through, the card says so.
 */
export async function lookAtEscrow(context: EffectContext): Promise<void> {
  const { connection, ports, state } = context
  const lock = lockIn(state)
  if (!connection || !lock || state.phase === 'signing') return
  const store = context.storeOf(connection)
  if (store.hasSeen(lock)) return
  const deviceNow = ports.deviceNow()
  const hasLeft = lock.signedAt !== null
  if (!hasLeft && !lock.isKnown && deviceNow < lock.terms.open_by) return
  const wallet = await reachable(context, lock)
  const isForeign = foreignLock({ chain: checkoutOf(state)?.chain ?? null, store, ports })
  const verdict = wallet ? await lockVerdict(wallet, lock, { deviceNow, isForeign }) : 'unread'
  if (connection.life.signal.aborted) return
  if (hasLeft) context.dispatch({ type: 'escrow_looked', isRead: verdict !== 'unread' })
  // This page, or another tab, may have gone on with it since.
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

/** While a subscriber waits at the card. A wallet on another device has every request sent to it, so it is left alone. */
export async function watchEscrow(context: EffectContext): Promise<void> {
  const lock = lockIn(context.state)
  if (lock && !isPaired(lock.walletId)) await lookAtEscrow(context)
}

/** The wallet, connected already or taken up without a prompt; only a signature that has left is worth loading one for. */
async function reachable(
  context: EffectContext,
  { signedAt, walletId }: SignatureLock,
): Promise<Wallet | null> {
  const wallet = await (signedAt === null ? context.wallet.loaded : context.wallet.load())?.catch(() => null)
  if (!wallet) return null
  if (checkoutOf(context.state)?.connection) return wallet
  return signedAt !== null && (await wallet.reconnect(walletId).catch(() => null)) ? wallet : null
}
