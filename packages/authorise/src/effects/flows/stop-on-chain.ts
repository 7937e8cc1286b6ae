import { type ChainToUse, chainInTable, unknownChain } from '../../chains/chain-in-table.ts'
import { AuthoriseError } from '../../errors/authorise-error.ts'
import { problemFrom } from '../../machine/problem.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { awaitStop } from './await-stop.ts'
import { type Flow, verifiedChain } from './flow.ts'

/** The payer's own stop of a meter that the escrow knows, whatever the service reports. It costs gas, and needs no consent. */
export async function stopOnChain(flow: Flow<Wallet>, lock: SignatureLock): Promise<void> {
  try {
    const wallet = await reachWallet(flow, lock)
    await requireKnown(flow, wallet, lock)
    await wallet.stopMeter(lock.escrow, lock.terms)
    flow.dispatch({ type: 'stop_sent' })
    await awaitStop(wallet, lock, { signal: flow.signal, isEndless: lock.accountKind === 'contract' })
    flow.dispatch({ type: 'stopped_on_chain' })
  } catch (error) {
    flow.dispatch({ type: 'own_failed', problem: problemFrom(error) })
  }
}

/** Reads the escrow on demand, if no wallet could read it without a prompt. */
export async function lookOnDemand(flow: Flow<Wallet>, lock: SignatureLock): Promise<void> {
  try {
    await reachWallet(flow, lock)
    await flow.readEscrow()
  } catch (error) {
    flow.dispatch({ type: 'own_failed', problem: problemFrom(error) })
  }
}

/** The wallet on the signed chain, resumed or connected, with prompts if they are needed. */
async function reachWallet(flow: Flow<Wallet>, lock: SignatureLock): Promise<Wallet> {
  const wallet = await flow.wallet()
  // The wallet may have been locked or disconnected unseen, or the page is new.
  const walletId = flow.connection()?.walletId ?? lock.walletId
  if (!(await wallet.reconnect(walletId)))
    await wallet.connect(walletId, { chainId: lock.chainId, signal: flow.signal })
  await wallet.ensureChain(await chainOf(flow, lock))
  return wallet
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

/**
 * A record only claims that the escrow knows a meter. Right before the prompt, the escrow, recognised by its code, has to confirm it.
 *
 * @throws {AuthoriseError} `asked_changed`
 */
async function requireKnown(flow: Flow, wallet: Wallet, lock: SignatureLock): Promise<void> {
  if ((await wallet.readOpening(lock)).isKnown) return
  const unknown = { ...lock, isKnown: false }
  flow.store.writeLock(unknown)
  flow.dispatch({ type: 'locked', lock: unknown })
  throw new AuthoriseError(
    'asked_changed',
    'The escrow of this network does not know the meter of this checkout.',
  )
}
