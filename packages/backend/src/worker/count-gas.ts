import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import { type ChainTransaction, MODES, type Mode } from '../domain/entities.ts'
import { createSerialQueue } from '../domain/serial-queue.ts'
import type { AmountCounter } from '../observability/metrics.ts'
import type { Storage } from '../storage/storage.ts'

/** The most receipts that wait to be fetched. While an endpoint is slow, further ones are left out. */
const MOST_WAITING = 1_000

/**
 * Adds the cost of the operator's transactions to the merchants whose meters they were for, in equal parts. It fetches
 * one receipt at a time, beside all other work: a figure for an operator who sets fees, not a book.
 *
 * @returns a function to call for each transaction in a block
 */
export function createGasCount(parameters: {
  storage: Storage
  chains: Record<Mode, readonly Pick<Chain, 'facts' | 'gasPaid'>[]>
  gasPaid: AmountCounter
  log: Logger
}): (transaction: ChainTransaction) => void {
  const { storage, chains, gasPaid, log } = parameters
  const oneAtATime = createSerialQueue()
  let waiting = 0

  const merchantsOf = (transaction: ChainTransaction) =>
    storage.read(async tx => {
      const jobs = await tx.jobs.ofTransaction(transaction.id)
      const meters = await tx.subscriptions.getMany(jobs.map(({ subscriptionId }) => subscriptionId))
      return meters.map(({ merchantId }) => merchantId)
    })

  const count = async (mode: Mode, chain: Pick<Chain, 'gasPaid'>, transaction: ChainTransaction) => {
    const cost = await chain.gasPaid(transaction.hash)
    if (cost === null) return
    const merchants = await merchantsOf(transaction)
    const shares = BigInt(merchants.length)
    for (const merchant of merchants) gasPaid.add({ mode, merchant }, cost / shares)
    const rest = shares === 0n ? cost : cost % shares
    if (rest > 0n) gasPaid.add({ mode, merchant: merchants[0] ?? 'none' }, rest)
  }

  return transaction => {
    const { hash, sender, chainId } = transaction
    if (waiting >= MOST_WAITING) return
    for (const mode of MODES) {
      const chain = chains[mode].find(({ facts }) => facts.operator === sender && facts.chain_id === chainId)
      if (chain === undefined) continue
      waiting += 1
      oneAtATime(() => count(mode, chain, transaction))
        .catch(error => log.debug({ err: error, hash }, 'what a transaction has cost is not known'))
        .finally(() => {
          waiting -= 1
        })
    }
  }
}
