import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { ChainTransaction } from '../../domain/entities.ts'
import type { IdPrefix } from '../../domain/id.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RepricedChain, SignedTransaction } from '../chain.ts'
import { ChainError } from '../chain-error.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'

/** A node may ask for more than an eighth. Each refusal raises the offer by as much again, so many times at once. */
const RAISES_AT_ONCE = 4

export type ReplacerParameters = {
  chain: RepricedChain
  storage: Storage
  /** Sends a row that is committed. */
  send: (row: ChainTransaction) => Promise<void>
  newId: (prefix: IdPrefix) => string
  clock: Clock
  log: Logger
  /** How long a transaction may wait before it is replaced, in milliseconds of real time. */
  patience: number
}

/** Sends waiting transactions again, and replaces those that have waited too long. */
export function createReplacer(parameters: ReplacerParameters): {
  /**
   * @param attempts of each nonce that no block has, in the order of nonces: everything that was ever signed for it, oldest first
   * @returns how many were sent
   */
  resend(attempts: ChainTransaction[][]): Promise<number>
} {
  const { chain, storage, send, newId, clock, log, patience } = parameters
  /** Since when which transaction of a nonce waits. */
  const waiting = new Map<number, { hash: string; since: number }>()

  const hasWaited = ({ nonce, hash }: ChainTransaction): boolean => {
    const known = waiting.get(nonce)
    if (known?.hash === hash) return performance.now() - known.since >= patience
    waiting.set(nonce, { hash, since: performance.now() })
    return false
  }

  /** Commits the next offer for a nonce, or returns null when it may not cost more. */
  const raise = async (
    attempts: ChainTransaction[],
    last: 'waiting' | 'refused' = 'waiting',
  ): Promise<ChainTransaction | null> => {
    const signed = await chain.reprice(rawOf(attempts), last)
    return signed && commit(attempts, signed)
  }

  /**
   * Where it may not cost more: an offer that was refused for its price, or is behind such dearer offers, may be taken
   * at the price of the day.
   */
  const startOver = async (attempts: ChainTransaction[]): Promise<ChainTransaction | null> => {
    const { nonce, hash } = attempts.at(-1) as ChainTransaction
    log.warn({ nonce, hash }, 'transaction waiting: gas price above --max-fee')
    try {
      const taken = await newestTaken(attempts)
      const signed = await chain.repriceAfresh(rawOf(attempts), taken?.raw ?? null)
      return signed && commit(attempts, signed)
    } catch (error) {
      // An unknown state proves nothing about the price.
      if (!(error instanceof ChainError)) throw error
      return null
    }
  }

  const newestTaken = async (attempts: ChainTransaction[]): Promise<ChainTransaction | null> => {
    for (const attempt of attempts.toReversed()) if ((await refusalOf(attempt)) === null) return attempt
    return null
  }

  const commit = async (
    attempts: ChainTransaction[],
    signed: SignedTransaction,
  ): Promise<ChainTransaction> => {
    const last = attempts.at(-1) as ChainTransaction
    const row: ChainTransaction = {
      ...last,
      ...signed,
      id: newId('txn_'),
      status: 'signed',
      includedIn: null,
      created: clock.now(),
    }
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

  /**
   * Sends the newest offer for a nonce. When it is refused while an earlier one waits in the node's pool, it was too
   * low to replace that one. When no offer of this nonce waits there, its tip may be below the chain's least.
   */
  const offer = async (
    attempts: ChainTransaction[],
    isStuck: boolean,
    raises = RAISES_AT_ONCE,
  ): Promise<void> => {
    const refusal = await refusalOf(attempts.at(-1) as ChainTransaction)
    if (refusal === null) return
    const earlier = attempts.slice(0, -1)
    const waits = await isWaiting(earlier)
    // The other fault may be over: in that case a cheaper offer is taken, and no dearer one is made.
    if (!isStuck || raises === 0 || (!waits && (await isTakenAgain(earlier)))) {
      if (waits || isStuck) return
      throw refusal
    }
    const row = await raise(attempts, waits ? 'waiting' : 'refused')
    if (row) await offer([...attempts, row], isStuck, raises - 1)
    else if (!waits) throw refusal
  }

  const isTakenAgain = async (attempts: ChainTransaction[]): Promise<boolean> => {
    for (const attempt of attempts) if ((await refusalOf(attempt)) === null) return true
    return false
  }

  const isWaiting = async (attempts: ChainTransaction[]): Promise<boolean> => {
    for (const { hash } of attempts.toReversed()) if (await chain.knows(hash)) return true
    return false
  }

  return {
    resend: async nonces => {
      const outstanding = new Set(nonces.map(([first]) => first?.nonce))
      for (const nonce of waiting.keys()) if (!outstanding.has(nonce)) waiting.delete(nonce)
      for (const [index, attempts] of nonces.entries()) {
        const last = attempts.at(-1) as ChainTransaction
        // Transactions behind a waiting one have to wait too: each is replaced only if its own offer is too low by now.
        const stuck = hasWaited(last) && (index === 0 || (await chain.isPricedOut(last.raw)))
        const row = stuck ? ((await raise(attempts)) ?? (await startOver(attempts))) : null
        await offer(row ? [...attempts, row] : attempts, stuck)
      }
      return nonces.length
    },
  }
}

function rawOf(attempts: ChainTransaction[]): Hex[] {
  return attempts.map(({ raw }) => raw)
}
