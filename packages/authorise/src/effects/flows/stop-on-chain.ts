import { AuthoriseError } from '../../errors/authorise-error.ts'
import { problemFrom } from '../../machine/problem.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { pause } from '../../service/pause.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import type { Flow } from './flow.ts'
import { openingOf } from './lock-verdict.ts'
import { reachWallet } from './reach-wallet.ts'

const READ_EVERY_MS = 2_000
/** Two minutes. The other owners of a contract wallet may take days. */
const MOST_READS = 60

/** The payer's own stop of a meter that the escrow knows, whatever the service reports. It costs gas, and needs no consent. */
export async function stopOnChain(flow: Flow, lock: SignatureLock): Promise<void> {
  try {
    const wallet = await reachWallet(flow, lock)
    await requireKnown(flow, wallet, lock)
    await wallet.stopMeter(lock.escrow, lock.terms)
    flow.dispatch({ type: 'stop_sent' })
    await stopped(flow, wallet, lock)
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

/**
 * Resolves once the escrow reports the stop. The transaction's hash does not prove it: a replaced transaction has another hash.
 *
 * @throws {AuthoriseError} `chain_unavailable`
 */
async function stopped(flow: Flow, wallet: Wallet, lock: SignatureLock): Promise<void> {
  for (let reads = 0; reads < MOST_READS || lock.accountKind === 'contract'; reads++) {
    const opening = await wallet.readOpening(openingOf(lock)).catch(() => null)
    if (opening?.isStopped) return
    await pause(READ_EVERY_MS, flow.signal)
  }
  throw new AuthoriseError('chain_unavailable', 'The stop was sent, and the chain does not have it yet.')
}
