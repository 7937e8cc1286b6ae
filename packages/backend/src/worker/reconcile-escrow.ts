import { setImmediate as nextTurn } from 'node:timers/promises'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import { depositOfTerms } from '@per-second/protocol/terms'
import type { Address } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import { keepEscrowShort } from '../actions/short-escrow.ts'
import type { Chain } from '../chain/chain.ts'
import type { Mode } from '../domain/entities.ts'
import { ledgerSource } from '../domain/meter/ledger/ledger-source.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Storage } from '../storage/storage.ts'

/** Meters read at once: a few milliseconds, after which others have their turn. */
const CHUNK = 200

/** An escrow's balance, and the least that it must hold for open meters and unwithdrawn credit, in base units. */
export type Reconciliation = { balance: bigint; needed: bigint }

type EscrowView = Pick<Chain, 'facts' | 'escrowBalance' | 'credits' | 'creditOf' | 'escrowEvents'>

/**
 * Compares the escrow's balance of the token with the ledger's sum for the open meters of this database, and for
 * recipients that it could not pay. Others may use the escrow too, so that it may have more. Each operator's log may
 * have been read further. The comparison is at the block up to which all of them were read when this begins, and covers
 * the meters that were open by then. They are read in chunks while settlements go on, which only lowers the needed
 * amount: it is never overstated.
 *
 * @param chains by each of the mode's operators
 * @returns null before their logs were read, and where blocks were orphaned meanwhile
 * @throws {ChainError}
 */
export async function reconcileEscrow(
  mode: Mode,
  chains: readonly EscrowView[],
  storage: Storage,
): Promise<Reconciliation | null> {
  const sources = chains.map(({ facts }) => ledgerSource(mode, facts))
  const readUpTo = () =>
    storage.read(async tx => {
      const newest = await Promise.all(sources.map(source => tx.indexedBlocks.newest(source)))
      return Math.min(...newest.map(block => block?.number ?? -1))
    })
  const block = await readUpTo()
  let needed = 0n
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last: string = after
    const { meters, opened } = await storage.read(async tx => {
      const meters = await tx.subscriptions.notClosed(mode, last, CHUNK)
      return {
        meters,
        opened: await tx.escrowEvents.openedAmong(
          meters.map(({ meterId }) => meterId),
          block,
        ),
      }
    })
    for (const { meterId, terms, settledGross, logFaulty } of meters)
      if (opened.has(meterId) && !logFaulty) needed += depositOfTerms(terms) - settledGross
    after = meters.at(-1)?.id
    await nextTurn()
  }
  if (block < 0 || (await readUpTo()) < block) return null
  const [chain] = chains as [EscrowView]
  const credit = await unwithdrawnCredit(mode, chain, { storage, block })
  return { balance: await chain.escrowBalance(block), needed: needed + credit }
}

/**
 * Reconciles at each call, and sets the metrics. If an amount is missing it raises an alarm, and no meter is opened
 * until the amount is there.
 *
 * @param stopping once aborted it reports no more: another process does
 */
export function createEscrowCheck(
  mode: Mode,
  chains: readonly Chain[],
  {
    storage,
    metrics,
    log,
    stopping,
  }: { storage: Storage; metrics: Metrics; log: Logger; stopping: AbortSignal },
): () => Promise<void> {
  let wasShort: boolean | null = null
  return async () => {
    const found = await reconcileEscrow(mode, chains, storage)
    if (found === null || stopping.aborted) return
    const { balance, needed } = found
    metrics.escrow.balance.set({ mode }, usdFromBaseUnits(balance))
    metrics.escrow.needed.set({ mode }, usdFromBaseUnits(needed))
    metrics.escrow.reconciledAt.set({ mode }, Math.floor(Date.now() / 1_000))
    const isShort = balance < needed
    if (isShort && wasShort !== true) {
      metrics.ledgerAlarms.add({ mode, alarm: 'escrow_short' })
      log.error(
        { mode, escrow: chains[0]?.facts.escrow, balance: `${balance}`, needed: `${needed}` },
        'the escrow has less than its open meters and credits need, and opens no more: compare the endpoints, then read docs/runbook.md',
      )
    }
    if (isShort !== wasShort) await storage.unitOfWork(tx => keepEscrowShort(tx, mode, isShort))
    wasShort = isShort
  }
}

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
async function unwithdrawnCredit(
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
