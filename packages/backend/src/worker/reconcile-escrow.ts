import { setImmediate as nextTurn } from 'node:timers/promises'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import { depositOfTerms } from '@per-second/protocol/terms'
import type { Logger } from 'pino'
import { keepEscrowShort } from '../actions/short-escrow.ts'
import type { Chain } from '../chain/chain.ts'
import type { Mode } from '../domain/entities.ts'
import { ledgerSource } from '../domain/ledger/ledger-source.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Storage } from '../storage/storage.ts'

/** Meters read at once: a few milliseconds, after which others have their turn. */
const CHUNK = 200

/** What an escrow has, and what it must at least have, in base units. */
export type Reconciliation = { balance: bigint; needed: bigint }

/**
 * Compares what the escrow has of the token with what the ledger says it keeps for the open meters of this database. Others may use the
 * escrow too, so that it may have more. The meters are read in chunks while settlements go on: all that has left since the first
 * chunk is taken off, also where a later chunk knew of it, so that what is needed is never overstated.
 *
 * @returns null before the log was read, and where blocks have vanished meanwhile
 * @throws {ChainError}
 */
export async function reconcileEscrow(
  mode: Mode,
  chain: Pick<Chain, 'facts' | 'escrowBalance'>,
  storage: Storage,
): Promise<Reconciliation | null> {
  const source = ledgerSource(mode, chain.facts)
  const position = () => storage.read(async tx => (await tx.indexedBlocks.of(source))[0]?.number ?? -1)
  const from = await position()
  let kept = 0n
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last: string = after
    const { meters, opened } = await storage.read(async tx => {
      const meters = await tx.subscriptions.notClosed(mode, last, CHUNK)
      return { meters, opened: await tx.escrowEvents.openedAmong(meters.map(({ meterId }) => meterId)) }
    })
    for (const { meterId, terms, settledGross, logFaulty } of meters)
      if (opened.has(meterId) && !logFaulty) kept += depositOfTerms(terms) - settledGross
    after = meters.at(-1)?.id
    await nextTurn()
  }
  const { to, left } = await storage.read(async tx => ({
    to: (await tx.indexedBlocks.of(source))[0]?.number ?? -1,
    left: await tx.escrowEvents.above(source, from),
  }))
  if (from < 0 || to < from) return null
  const needed = left.reduce((rest, { gross, refunded }) => rest - gross - refunded, kept)
  return { balance: await chain.escrowBalance(to), needed: needed < 0n ? 0n : needed }
}

/**
 * Reconciles each time it is called, says so in metrics; when something is missing it raises an alarm, and nothing is opened until it is
 * there.
 *
 * @param stopping once aborted it says nothing more: another process does
 */
export function createEscrowCheck(
  mode: Mode,
  chain: Chain,
  {
    storage,
    metrics,
    log,
    stopping,
  }: { storage: Storage; metrics: Metrics; log: Logger; stopping: AbortSignal },
): () => Promise<void> {
  let wasShort: boolean | null = null
  return async () => {
    const found = await reconcileEscrow(mode, chain, storage)
    if (found === null || stopping.aborted) return
    const { balance, needed } = found
    metrics.escrow.balance.set({ mode }, usdFromBaseUnits(balance))
    metrics.escrow.needed.set({ mode }, usdFromBaseUnits(needed))
    metrics.escrow.reconciledAt.set({ mode }, Math.floor(Date.now() / 1_000))
    const isShort = balance < needed
    if (isShort && wasShort !== true) {
      metrics.ledgerAlarms.add({ mode, alarm: 'escrow_short' })
      log.error(
        { mode, escrow: chain.facts.escrow, balance: `${balance}`, needed: `${needed}` },
        'the escrow has less than its open meters need, and opens no more: compare the endpoints, then read docs/operations.md',
      )
    }
    if (isShort !== wasShort) await storage.unitOfWork(tx => keepEscrowShort(tx, mode, isShort))
    wasShort = isShort
  }
}
