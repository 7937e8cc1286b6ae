import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Chain, ChainHistory, MeterState } from '../chain/chain.ts'
import type { Clock } from '../domain/clock.ts'
import type { ChainJob, Mode } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Operation } from '../domain/operation.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import { readTrail, type SeenNews, type TrailBlock, writeTrail } from './block-trail.ts'
import { undoReclaim, undoStop } from './undo-news.ts'

/**
 * Looks whether the blocks in which something was booked are still there, as deep as `--reorg-depth` (docs/money.md, rule 38).
 * What was booked in one that has vanished is open again: its jobs wait for their transaction as if it had never been included, and
 * what comes of them is booked over what stands. Nothing is announced until it turns out differently.
 */
export function createReorgFollower(deps: {
  storage: Storage
  clock: Clock
  newId: (prefix: IdPrefix) => string
  chains: Record<Mode, Chain | null>
  config: { settleEverySeconds: number }
  log: Logger
}): { look(): Promise<void> } {
  const { storage, clock, newId, chains, config, log } = deps

  /** Blocks that were all there at one look. */
  const verified: Record<Mode, ReadonlySet<Hex>> = { test: new Set(), live: new Set() }

  const lookAt = async (mode: Mode, chain: Chain, history: ChainHistory) => {
    const trail = await storage.read(tx => readTrail(tx, mode, chain))
    if (trail.length === 0) return
    const newest = await history.newest()
    const { vanished, isWhole } = await findVanished(trail, history, verified[mode])
    const isDeep = (block: TrailBlock) => block.number + BigInt(history.depth) < newest
    if (vanished.length === 0) {
      if (isWhole) verified[mode] = new Set(trail.map(({ hash }) => hash))
      if (trail.some(isDeep)) await prune(mode, chain, isDeep)
      return
    }
    const hashes = new Set(vanished.map(({ hash }) => hash))
    log.warn({ mode, blocks: vanished.map(({ number }) => `${number}`) }, 'blocks have vanished')
    const news = vanished.flatMap(block => block.news)
    const states = new Map<SeenNews, MeterState>()
    for (const item of news) states.set(item, await chain.meterState(item.digest))
    await storage.unitOfWork(async tx => {
      const operation: Operation = { tx, now: clock.now(), newId }
      for (const id of vanished.flatMap(block => block.transactions)) await reopen(tx, mode, id)
      for (const id of vanished.flatMap(block => block.jobs)) {
        const job = await tx.jobs.get(id)
        if (job) await reopenJob(tx, job)
      }
      const kept = (await readTrail(tx, mode, chain)).filter(({ hash }) => !hashes.has(hash))
      for (const [item, state] of states) {
        const isSeenAgain = kept.some(block =>
          block.news.some(({ digest, type }) => digest === item.digest && type === item.type),
        )
        const more = { state, isSeenAgain, settleEverySeconds: config.settleEverySeconds }
        if (item.type === 'reclaimed') await undoReclaim(operation, item.digest, state)
        else await undoStop(operation, item, more)
      }
      await writeTrail(tx, mode, chain, kept)
    })
  }

  const prune = (mode: Mode, chain: Chain, isDeep: (block: TrailBlock) => boolean) =>
    storage.unitOfWork(async tx => {
      const kept = (await readTrail(tx, mode, chain)).filter(block => !isDeep(block))
      await writeTrail(tx, mode, chain, kept)
    })

  return {
    look: async () => {
      const looks = (['test', 'live'] as const).map(async mode => {
        const chain = chains[mode]
        if (chain?.history) await lookAt(mode, chain, chain.history)
      })
      // Neither mode keeps the other from being looked at.
      const failed = (await Promise.allSettled(looks)).find(look => look.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

/**
 * From the newest down. Of those that were there together at the last look, all below one that still is are too; one that is new to
 * the trail is looked for in any case, for it may be in the blocks that came instead. An endpoint that has not come so far tells nothing
 * of its own.
 */
async function findVanished(
  trail: TrailBlock[],
  history: ChainHistory,
  verified: ReadonlySet<Hex>,
): Promise<{ vanished: TrailBlock[]; isWhole: boolean }> {
  const vanished: TrailBlock[] = []
  let unseen: TrailBlock[] = []
  let isWhole = true
  let isFirm = false
  for (const block of trail.toReversed()) {
    const wasThere = verified.has(block.hash)
    if (wasThere && isFirm) continue
    const hash = await history.hashOf(block.number)
    if (hash === null) {
      isWhole = false
      unseen.push(block)
    } else if (hash !== block.hash) {
      // What was above it has gone with it, also where the chain is not that long again.
      vanished.push(...unseen, block)
      unseen = []
    } else if (wasThere) isFirm = true
  }
  return { vanished, isWhole }
}

async function reopen(tx: Transaction, mode: Mode, transactionId: string): Promise<void> {
  const journalled = await tx.transactions.get(transactionId)
  if (journalled === null) return
  const { chainId, sender, nonce } = journalled
  for (const attempt of await tx.transactions.ofNonce(chainId, sender, nonce)) {
    if (attempt.status === 'included' || attempt.status === 'reverted')
      await tx.transactions.update({ ...attempt, status: 'signed' })
  }
  for (const job of await tx.jobs.ofTransaction(mode, transactionId)) await reopenJob(tx, job)
}

async function reopenJob(tx: Transaction, job: ChainJob): Promise<void> {
  if (job.status !== 'pending') await tx.jobs.update({ ...job, status: 'pending', failure: null })
}
