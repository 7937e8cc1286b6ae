import type { ChainTransaction, Invoice } from '../domain/entities.ts'
import type { Repository, Storage, Transaction } from '../storage/storage.ts'
import type { Metrics } from './metrics.ts'

type Count = () => void

/**
 * The same storage, with counts of its units' changes to invoices and to the journal of transactions. It counts after
 * the commit, so that each count is of a real change. It counts changes from any code, so that no path can forget to.
 *
 * @param mined called for each transaction that is newly known to be in a block
 */
export function createCountingStorage(
  storage: Storage,
  {
    settlements,
    chainTransactions,
    feesBooked,
  }: Pick<Metrics, 'settlements' | 'chainTransactions' | 'feesBooked'>,
  mined: (transaction: ChainTransaction) => void = () => {},
): Storage {
  const ofInvoice = ({ mode, status, merchantId, fee }: Invoice) => {
    settlements.add({ mode, outcome: status })
    if (status === 'paid') feesBooked.add({ mode, merchant: merchantId }, fee)
  }
  const ofTransaction = (transaction: ChainTransaction) => {
    const { chainId, purpose, status } = transaction
    chainTransactions.add({ chain: String(chainId), purpose, outcome: status })
    if (status === 'included' || status === 'reverted') mined(transaction)
  }
  return {
    ...storage,
    unitOfWork: async work => {
      let counts: Count[] = []
      const result = await storage.unitOfWork(tx => {
        // A unit that collides with another one runs again, and only its last run counts.
        counts = []
        const counted: Transaction = {
          ...tx,
          invoices: { ...tx.invoices, ...onChangeOfStatus(tx.invoices, counts, ofInvoice) },
          transactions: { ...tx.transactions, ...onChangeOfStatus(tx.transactions, counts, ofTransaction) },
        }
        return work(counted)
      })
      for (const count of counts) count()
      return result
    },
  }
}

function onChangeOfStatus<Entity extends { id: string; status: string }>(
  repository: Repository<Entity>,
  counts: Count[],
  count: (entity: Entity) => void,
): Pick<Repository<Entity>, 'insert' | 'update'> {
  return {
    insert: async entity => {
      await repository.insert(entity)
      counts.push(() => count(entity))
    },
    update: async entity => {
      const before = await repository.get(entity.id)
      await repository.update(entity)
      if (before?.status !== entity.status) counts.push(() => count(entity))
    },
  }
}
