import { AuthoriseError } from '../../errors/authorise-error.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { pause } from '../../service/pause.ts'
import type { Wallet } from '../../wallet/wallet.ts'

const READ_EVERY_MS = 2_000
/** Two minutes: a chain that takes longer has not taken the transaction. */
const MOST_READS = 60

/**
 * Resolves once the escrow reports the stop. The transaction's hash does not prove it: a replaced transaction has another hash.
 *
 * @param isEndless waits until `signal` aborts, because the other owners of a contract wallet may take days
 * @throws {AuthoriseError} `chain_unavailable`
 */
export async function awaitStop(
  wallet: Pick<Wallet, 'readOpening'>,
  lock: SignatureLock,
  { signal, isEndless = false }: { signal: AbortSignal; isEndless?: boolean },
): Promise<void> {
  for (let reads = 0; reads < MOST_READS || isEndless; reads++) {
    const opening = await wallet.readOpening(lock).catch(() => null)
    if (opening?.isStopped) return
    await pause(READ_EVERY_MS, signal)
  }
  throw new AuthoriseError('chain_unavailable', 'The stop was sent, and the chain does not have it yet.')
}
