import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { ChainTransaction } from '../../domain/entities.ts'
import type { IdPrefix } from '../../domain/id.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Chain } from '../chain.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'

export type ReplacerParameters = {
  chain: Pick<Chain, 'reprice'>
  storage: Storage
  /** Sends a row that is committed. */
  send: (row: ChainTransaction) => Promise<void>
  newId: (prefix: IdPrefix) => string
  clock: Clock
  log: Logger
  /** How long a transaction may wait before it is replaced, in milliseconds of real time. */
  patience: number
}

/** Everything that was ever signed for a nonce that no block has, oldest first. */
type Attempts = readonly [ChainTransaction, ...ChainTransaction[]]

/** Sends waiting transactions again, and replaces the first of them when it has waited too long. */
export function createReplacer(parameters: ReplacerParameters): {
  /**
   * @param nonces in their order
   * @throws {RpcRejection} when nodes take none of a nonce's offers: nothing may go before it
   */
  resend(nonces: readonly Attempts[]): Promise<void>
} {
  const { chain, storage, send, newId, clock, log, patience } = parameters
  /** Since when which transaction of a nonce waits. */
  const waiting = new Map<number, { hash: Hex; since: number }>()

  const hasWaited = ({ nonce, hash }: ChainTransaction): boolean => {
    const known = waiting.get(nonce)
    if (known?.hash === hash) return performance.now() - known.since >= patience
    waiting.set(nonce, { hash, since: performance.now() })
    return false
  }

  /** Null when a node takes it, or has it. @throws an endpoint's own fault, which proves nothing about the offer */
  const refusalOf = async (row: ChainTransaction): Promise<RpcRejection | null> => {
    try {
      await send(row)
      return null
    } catch (error) {
      if (error instanceof RpcRejection) return error
      throw error
    }
  }

  /** The newest offer, or else the oldest that a node takes: the trouble that made offers dearer may be over. */
  const offer = async (attempts: Attempts) => {
    const last = attempts.at(-1) as ChainTransaction
    const refusal = await refusalOf(last)
    if (refusal === null) return { taken: last, refusal }
    for (const attempt of attempts.slice(0, -1))
      if ((await refusalOf(attempt)) === null) return { taken: attempt, refusal }
    return { taken: null, refusal }
  }

  /** Commits the next offer for a nonce, or returns null when it may not cost more. */
  const raise = async (
    attempts: Attempts,
    taken: ChainTransaction | null,
  ): Promise<ChainTransaction | null> => {
    const last = attempts.at(-1) as ChainTransaction
    const raws = attempts.map(({ raw }) => raw)
    const signed = await chain.reprice(raws, taken?.raw ?? null)
    if (signed === null) {
      log.warn({ nonce: last.nonce, hash: last.hash }, 'transaction waiting: gas price above --max-fee')
      return null
    }
    const created = clock.now()
    const row = {
      ...last,
      ...signed,
      id: newId('txn_'),
      status: 'signed',
      includedIn: null,
      created,
    } as const
    await storage.unitOfWork(async tx => {
      for (const { id } of attempts) {
        const current = await tx.transactions.get(id)
        if (current && current.status !== 'replaced')
          await tx.transactions.update({ ...current, status: 'replaced' })
      }
      await tx.transactions.insert(row)
    })
    log.info({ nonce: row.nonce, hash: row.hash, replaces: last.hash }, 'a transaction is replaced')
    waiting.set(row.nonce, { hash: row.hash, since: performance.now() })
    return row
  }

  return {
    resend: async nonces => {
      const outstanding = new Set(nonces.map(([{ nonce }]) => nonce))
      for (const nonce of waiting.keys()) if (!outstanding.has(nonce)) waiting.delete(nonce)
      const waited = nonces.map(attempts => hasWaited(attempts.at(-1) as ChainTransaction))
      for (const [index, attempts] of nonces.entries()) {
        // Transactions behind a waiting one have to wait too, and may offer enough.
        const isStuck = index === 0 && waited[index] === true
        const { taken, refusal } = await offer(attempts)
        const row = isStuck ? await raise(attempts, taken) : null
        const left = row && (await refusalOf(row)) === null
        if (taken === null && !left) throw refusal
      }
    },
  }
}
