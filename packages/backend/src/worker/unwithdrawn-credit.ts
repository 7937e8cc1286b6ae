import type { Address } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import type { Mode } from '../domain/entities.ts'
import type { Storage } from '../storage/storage.ts'

/** The first check looks so many blocks back: more than a chain makes between two checks. */
const FIRST_BLOCKS = 2_000

/** Blocks that are read again, because another one may have taken their number. */
const READ_AGAIN = 64

/** The accounts that meters of this database have credited in the escrow, and the block up to which its log was read for them. */
type Credited = { block: number; accounts: readonly Address[] }

type CreditChain = Pick<Chain, 'credits' | 'creditOf' | 'escrowEvents'>

/**
 * The escrow's debts, at a block, to recipients that it could not pay for meters of this database, in base units. The
 * accounts are kept from check to check: few payments fail, and nothing else says which.
 *
 * @throws {ChainError}
 */
export async function unwithdrawnCredit(
  mode: Mode,
  chain: CreditChain,
  { storage, block }: { storage: Storage; block: number },
): Promise<bigint> {
  const setting = `escrow_credits.${mode}`
  const stored = await storage.read(tx => tx.settings.get(setting))
  const known: Credited = stored === null ? { block: block - FIRST_BLOCKS, accounts: [] } : JSON.parse(stored)
  const fresh = await creditedSince(chain, storage, {
    from: Math.max(known.block - READ_AGAIN, 0),
    to: block,
  })
  const accounts = [...new Set([...known.accounts, ...fresh])]
  const amounts = await Promise.all(accounts.map(account => chain.creditOf(account, block)))
  const next: Credited = { block: Math.max(block, known.block), accounts }
  if (next.block !== known.block || fresh.length > 0)
    await storage.unitOfWork(tx => tx.settings.set(setting, JSON.stringify(next)))
  return amounts.reduce((total, amount) => total + amount, 0n)
}

/** The escrow is public: only credits with an event of a meter of this database count. */
async function creditedSince(
  chain: CreditChain,
  storage: Storage,
  { from, to }: { from: number; to: number },
): Promise<Address[]> {
  const accounts: Address[] = []
  for (const { account, blockNumber, txHash } of await chain.credits(from, to)) {
    const { events } = await chain.escrowEvents(blockNumber, blockNumber)
    const meterIds = events.filter(event => event.txHash === txHash).map(({ meterId }) => meterId)
    const meters = await storage.read(tx => tx.subscriptions.byMeterIds(meterIds))
    if (meters.length > 0) accounts.push(account)
  }
  return accounts
}
