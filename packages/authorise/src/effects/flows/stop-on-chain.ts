import { problemFrom } from '../../machine/problem.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { chainInTable } from '../../signing/chain-in-table.ts'
import type { ChainToUse } from '../../wallet/wallet.ts'

import { type Flow, verifiedChain } from './flow.ts'

/** The payer's own stop of a meter that the escrow knows, whatever the service says. Costs gas; needs nobody's consent. */
export async function stopOnChain(flow: Flow): Promise<void> {
  const { lock, connection } = flow.checkout()
  if (!lock) return
  try {
    const wallet = await flow.wallet()
    // After a reload the wallet is taken up again, with a prompt where it must be.
    if (!connection && !(await wallet.reconnect(lock.walletId)))
      await wallet.connect(lock.walletId, { chainId: lock.chainId, signal: flow.signal })
    await wallet.ensureChain(await chainOf(flow, lock))
    await wallet.stopMeter(lock.escrow, lock.terms)
    flow.dispatch({ type: 'stopped_on_chain' })
  } catch (error) {
    flow.dispatch({ type: 'stop_failed', problem: problemFrom(error) })
  }
}

/** The chain that was signed for. The service is asked only about one that the project does not know, and only how to reach it. */
async function chainOf(flow: Flow, { chainId }: SignatureLock): Promise<ChainToUse> {
  return chainInTable(chainId) ?? { ...(await verifiedChain(flow)), chain_id: chainId }
}
