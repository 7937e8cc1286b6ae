import { isUnanswered } from '../machine/is-unanswered.ts'
import { checkoutOf } from '../machine/state.ts'
import { isPaired } from '../wallet/wallet.ts'
import type { EffectContext } from './effect-context.ts'
import { lockVerdict } from './flows/lock-verdict.ts'

/**
 * Looks whether what was signed can still open the meter, once its deadline is over, or has opened it for a service that does not say
 * so, while somebody waits at the card.
 */
export async function watchLock(context: EffectContext): Promise<void> {
  const { connection, ports, state } = context.controller
  const checkout = checkoutOf(state)
  const lock = checkout?.lock
  if (!connection || !lock || lock.isKnown || state.phase === 'signing' || isPaired(lock.walletId)) return
  const now = ports.deviceNow()
  // Nobody hands anything in any more there, and so nobody would find out.
  const isExpired = state.phase === 'expired'
  const isUntold =
    (state.phase === 'opening' && state.slow) || (state.phase === 'error' && isUnanswered(state.problem))
  if (!isExpired && !isUntold && now < lock.terms.open_by) return
  const wallet = await (isExpired ? context.wallet.load() : context.wallet.loaded)?.catch(() => null)
  const isConnected =
    checkout.connection ?? (isExpired && (await wallet?.reconnect(lock.walletId).catch(() => null)))
  if (!wallet || !isConnected || connection.life.signal.aborted) return
  const verdict = await lockVerdict(wallet, lock, now)
  if (connection.life.signal.aborted || verdict === 'stands') return
  const store = context.storeOf(connection)
  // Another tab may have signed anew since, or this one have gone on with what was signed.
  const written = store.lockOf(lock.digest)
  if (!written) return
  if (verdict === 'fell') {
    store.eraseLock(written)
    return context.controller.dispatch({ type: 'lock_fell' })
  }
  const known = { ...written, isKnown: true }
  if (!written.isKnown) store.writeLock(known)
  if (!checkoutOf(context.controller.state)?.lock?.isKnown)
    context.controller.dispatch({ type: 'locked', lock: known })
}
