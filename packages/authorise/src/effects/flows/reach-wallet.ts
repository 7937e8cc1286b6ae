import type { ChainToUse } from '../../chains/chain-in-table.ts'
import { chainInTable } from '../../chains/chain-in-table.ts'
import { problemFrom } from '../../machine/problem.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { type Flow, verifiedChain } from './flow.ts'

/** The wallet on the chain that was signed for, taken up again or connected; with prompts where it must be. */
export async function reachWallet(flow: Flow, lock: SignatureLock): Promise<Wallet> {
  const wallet = await flow.wallet()
  // It may have locked or ended unseen, or the page is new.
  const walletId = flow.connection()?.walletId ?? lock.walletId
  if (!(await wallet.reconnect(walletId)))
    await wallet.connect(walletId, { chainId: lock.chainId, signal: flow.signal })
  await wallet.ensureChain(await chainOf(flow, lock))
  return wallet
}

/** The escrow is read on demand, where no wallet could be read through without asking. */
export async function lookOnDemand(flow: Flow, lock: SignatureLock): Promise<void> {
  try {
    await reachWallet(flow, lock)
    await flow.look()
  } catch (error) {
    flow.dispatch({ type: 'look_failed', problem: problemFrom(error) })
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
