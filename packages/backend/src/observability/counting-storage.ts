import type { ChainTransaction, Invoice } from '../domain/entities.ts'
import type { Repository, Storage, Transaction } from '../storage/storage.ts'
import type { Metrics } from './metrics.ts'

type Count = () => void

/**
 * The same storage, counting what its units of work do to invoices and to the journal of transactions: after the commit, so that
 * nothing is counted that did not happen, and wherever the change was made, so that no path can forget to.
 */
export function createCountingStorage(
  storage: Storage,
  { settlements, chainTransactions }: Pick<Metrics, 'settlements' | 'chainTransactions'>,
): Storage {
  const ofInvoice = ({ mode, status }: Invoice) => settlements.add({ mode, outcome: status })
  const ofTransaction = ({ chainId, purpose, status }: ChainTransaction) =>
    chainTransactions.add({ chain: String(chainId), purpose, outcome: status })
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
