import type { Address } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { ChainTransaction } from '../../domain/entities.ts'
import type { IdPrefix } from '../../domain/id.ts'
import { createSerialQueue } from '../../domain/serial-queue.ts'
import type { Storage, Transaction } from '../../storage/storage.ts'
import type { Chain, SignedTransaction } from '../chain.ts'
import { ChainError } from '../chain-error.ts'
import { createReplacer } from './replace-stuck.ts'

/**
 * The sender's part of a chain: every `Chain` has it. `exclusively` keeps the embedded chain's clock from moving
 * meanwhile.
 */
export type SenderChain = Pick<Chain, 'transactionCount' | 'send' | 'reprice'> & {
  exclusively?<T>(work: () => Promise<T>): Promise<T>
}

type Commit = (transaction: Transaction, journalled: ChainTransaction) => Promise<void>

export type Sender = ReturnType<typeof createSender>

export type SenderParameters = {
  chain: SenderChain
  storage: Storage
  chainId: number
  operator: Address
  newId: (prefix: IdPrefix) => string
  clock: Clock
  log: Logger
  /** How long a transaction may wait for a block before it is replaced, in milliseconds of real time. */
  replaceAfterMillis?: number
}

const DEFAULT_REPLACE_AFTER_MILLIS = 60_000

/** The one sender of an operator on a chain: no transaction leaves before it is committed (docs/money.md, rules 27 to 29). */
export function createSender(parameters: SenderParameters) {
  const { chain, storage, chainId, operator, newId, clock, log } = parameters
  const { replaceAfterMillis = DEFAULT_REPLACE_AFTER_MILLIS } = parameters
  const queue = createSerialQueue()
  const exclusively = chain.exclusively ?? (work => work())
  /** Whether a journalled transaction may not have left: at the start, as an earlier process may have been killed. */
  let unsent = true
  /** The last count of the chain, or null before the first read and after another process has used the key. */
  let counted: number | null = null

  const journalledNext = () => storage.read(tx => tx.transactions.nextNonce(chainId, operator))

  /** The chain's count. A count above the journal needs a second reading, because a gap could not be closed. */
  const count = async () => {
    const journalled = await journalledNext()
    const said = await chain.transactionCount()
    counted = said <= journalled ? said : Math.min(said, await chain.transactionCount('confirmed'))
    return counted
  }

  const nextNonce = async () => {
    const used = counted ?? (await count())
    const journalled = await journalledNext()
    if (journalled > 0 && used > journalled)
      log.warn({ nonce: used }, 'another program uses the operator key')
    return Math.max(used, journalled)
  }

  /** Another transaction may have the nonce: then the row is replaced. */
  const send = async (row: ChainTransaction, reach?: 'everywhere'): Promise<void> => {
    try {
      await chain.send(row, reach)
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== 'nonce_taken') throw error
      counted = null
      log.warn({ hash: row.hash, nonce: row.nonce }, 'the nonce of a transaction was used by another one')
      await storage.unitOfWork(({ transactions }) => transactions.update({ ...row, status: 'replaced' }))
    }
  }
  const journal = async (row: ChainTransaction, commit: Commit) => {
    try {
      await storage.unitOfWork(async transaction => {
        // A commit without an answer may have come to an end since the nonce was looked for.
        if ((await transaction.transactions.nextNonce(chainId, operator)) > row.nonce)
          throw new ChainError('nonce_taken', `Nonce ${row.nonce} is in the journal already.`)
        await transaction.transactions.insert(row)
        await commit(transaction, row)
      })
    } catch (error) {
      // It may be there all the same: then it leaves before the next one.
      unsent = true
      throw error
    }
  }
  const replacer = createReplacer({
    chain,
    storage,
    newId,
    clock,
    log,
    patience: replaceAfterMillis,
    send: row => send(row, 'everywhere'),
  })

  const resend = async () => {
    // Until all of it has left: a failure on the way must not let the next nonce go first.
    unsent = true
    const used = await count()
    const rows = await storage.read(transaction => transaction.transactions.bySender(chainId, operator, used))
    const nonces = [...Map.groupBy(rows, row => row.nonce).values()] as [
      ChainTransaction,
      ...ChainTransaction[],
    ][]
    await replacer.resend(nonces)
    unsent = false
    return nonces.length
  }

  return {
    /**
     * Signs for the next nonce, commits the journal's row together with the caller's own changes, then sends. A committed
     * row is returned even if it could not be sent: it is sent before the next one, or with `recover`.
     *
     * @param purpose its purpose: `open`, `settle`, `settleBatch`, `close`, `deploy`, `mint` …
     * @param build signs for this nonce and sends nothing. After a failure no row remains
     * @param commit the caller's changes, in the journal row's own transaction. Their failure takes the row back
     * @returns the row as it was committed
     */
    submit: (purpose: string, build: (nonce: number) => Promise<SignedTransaction>, commit: Commit) =>
      queue(() =>
        exclusively(async () => {
          if (unsent) await resend()
          const signed = await build(await nextNonce())
          const row: ChainTransaction = {
            id: newId('txn_'),
            chainId,
            sender: operator,
            ...signed,
            purpose,
            status: 'signed',
            includedIn: null,
            created: clock.now(),
          }
          await journal(row, commit)
          try {
            await send(row)
          } catch (error) {
            unsent = true
            log.warn({ err: error, hash: row.hash }, 'a committed transaction could not be sent yet')
          }
          return row
        }),
      ),
    /**
     * Sends every journalled transaction again that the chain does not count, in the order of their nonces and, embedded,
     * at their recorded times. Call it after a start, and when a transaction is late. Returns how many.
     *
     * A transaction that has waited too long is replaced on the way: same nonce, same call, other fees.
     */
    recover: () => queue(() => exclusively(resend)),
  }
}
