import { type ChainToUse, chainInTable, unknownChain } from '../../chains/chain-in-table.ts'
import { problemFrom } from '../../machine/problem.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { type Flow, verifiedChain } from './flow.ts'

/** The wallet on the signed chain, resumed or connected, with prompts if they are needed. */
export async function reachWallet(flow: Flow, lock: SignatureLock): Promise<Wallet> {
  const wallet = await flow.wallet()
  // The wallet may have been locked or disconnected unseen, or the page is new.
  const walletId = flow.connection()?.walletId ?? lock.walletId
  if (!(await wallet.reconnect(walletId)))
    await wallet.connect(walletId, { chainId: lock.chainId, signal: flow.signal })
  await wallet.ensureChain(await chainOf(flow, lock))
  return wallet
}

/** Reads the escrow on demand, if no wallet could read it without a prompt. */
export async function lookOnDemand(flow: Flow, lock: SignatureLock): Promise<void> {
  try {
    await reachWallet(flow, lock)
    await flow.readEscrow()
  } catch (error) {
    flow.dispatch({ type: 'look_failed', problem: problemFrom(error) })
  }
}

/**
 * The signed chain. The service is queried only for a chain outside the table, and only for its RPC endpoint. If it does not respond,
 * the wallet may still know the chain.
 */
async function chainOf(flow: Flow, { chainId }: SignatureLock): Promise<ChainToUse> {
  const known = chainInTable(chainId)
  if (known) return known
  const verified = await verifiedChain(flow).catch(() => null)
  return verified ? { ...verified, chain_id: chainId } : unknownChain(chainId)
}
