import { problemFrom } from '../../machine/problem.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { chainInTable } from '../../signing/chain-in-table.ts'
import type { ChainToUse } from '../../wallet/wallet.ts'
import { type Flow, verifiedChain } from './flow.ts'

/** The payer's own stop of a meter that the escrow knows, whatever the service says. Costs gas; needs nobody's consent. */
export async function stopOnChain(flow: Flow, lock: SignatureLock): Promise<void> {
  try {
    const wallet = await flow.wallet()
    // After a reload the wallet is taken up again, with a prompt where it must be.
    if (!flow.connection() && !(await wallet.reconnect(lock.walletId)))
      await wallet.connect(lock.walletId, { chainId: lock.chainId, signal: flow.signal })
    await wallet.ensureChain(await chainOf(flow, lock))
    await wallet.stopMeter(lock.escrow, lock.terms)
    flow.dispatch({ type: 'stopped_on_chain' })
  } catch (error) {
    flow.dispatch({ type: 'stop_failed', problem: problemFrom(error) })
  }
}

/**
 * The chain that was signed for. The service is asked only about one that the project does not know, and only how to reach it; where
 * it cannot say, a wallet that has been there still knows.
 */
async function chainOf(flow: Flow, { chainId }: SignatureLock): Promise<ChainToUse> {
  const known = chainInTable(chainId)
  if (known) return known
  const told = await verifiedChain(flow).catch(() => UNTOLD)
  return { ...told, chain_id: chainId }
}

const UNTOLD: ChainToUse = {
  chain_id: 0,
  name: '',
  rpc_urls: [],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  block_explorer_url: null,
}
