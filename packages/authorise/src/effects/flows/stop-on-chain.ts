import { AuthoriseError } from '../../errors/authorise-error.ts'
import { problemFrom } from '../../machine/problem.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { awaitStop } from './await-stop.ts'
import type { Flow } from './flow.ts'
import { openingOf } from './lock-verdict.ts'
import { reachWallet } from './reach-wallet.ts'

/** The payer's own stop of a meter that the escrow knows, whatever the service reports. It costs gas, and needs no consent. */
export async function stopOnChain(flow: Flow, lock: SignatureLock): Promise<void> {
  try {
    const wallet = await reachWallet(flow, lock)
    await requireKnown(flow, wallet, lock)
    await wallet.stopMeter(lock.escrow, lock.terms)
    flow.dispatch({ type: 'stop_sent' })
    await awaitStop(wallet, lock, { signal: flow.signal, isEndless: lock.accountKind === 'contract' })
    flow.dispatch({ type: 'stopped_on_chain' })
  } catch (error) {
    flow.dispatch({ type: 'stop_failed', problem: problemFrom(error) })
  }
}

/**
 * A record only claims that the escrow knows a meter. Right before the prompt, the escrow, recognised by its code, has to confirm it.
 *
 * @throws {AuthoriseError} `asked_changed`
 */
async function requireKnown(flow: Flow, wallet: Wallet, lock: SignatureLock): Promise<void> {
  if ((await wallet.readOpening(openingOf(lock))).isKnown) return
  const unknown = { ...lock, isKnown: false }
  flow.store.writeLock(unknown)
  flow.dispatch({ type: 'locked', lock: unknown })
  throw new AuthoriseError(
    'asked_changed',
    'The escrow of this network does not know the meter of this checkout.',
  )
}
