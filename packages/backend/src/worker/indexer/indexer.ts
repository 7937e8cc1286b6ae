import { isDeepStrictEqual } from 'node:util'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import { bookLog } from '../../actions/meter/change-meter.ts'
import type { Chain, ChainEvent } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chain-error.ts'
import type { Block } from '../../chain/confirmations.ts'
import type { EscrowEvent, Mode, Subscription } from '../../domain/entities.ts'
import { ledgerSource } from '../../domain/meter/ledger/ledger-source.ts'
import { createSerialQueue } from '../../domain/serial-queue.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Transaction } from '../../storage/storage.ts'
import { Backoff } from '../backoff.ts'
import type { WorkDeps } from '../work-deps.ts'
import { findFork } from './find-fork.ts'
import { followJournal } from './follow-journal.ts'
import { LedgerAlarms } from './ledger-alarms.ts'

/** Blocks of a real chain and this service's clock may differ by so much, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 900

/** So many of the blocks up to which the log was read are remembered at most, and are read again: an endpoint may have left something out. */
const MOST_BLOCKS = 1_000
const BLOCKS_OF_A_JOURNALLED_CHAIN = 64

export type IndexerParameters = WorkDeps & {
  mode: Mode
  /** As the operator reaches it whose meters these are. */
  chain: Chain
  metrics: Pick<Metrics, 'ledgerAlarms'>
  log: Logger
  /** Another wait than the usual one: the first wait after a failure, in milliseconds of real time. */
  waits?: { backoff?: number }
}

/**
 * Keeps the ledger of one operator in one mode. It reads the escrow's log up to the newest confirmed block, follows it
 * where blocks are orphaned, and books new events. All of that is one unit of work (docs/money.md, rules 28, 30 and 38).
 */
export class Indexer {
  readonly mode: Mode
  /** The source of its log (`ledgerSource`). */
  readonly source: string
  readonly #parameters: IndexerParameters
  readonly #oneAtATime = createSerialQueue()
  readonly #alarms: LedgerAlarms
  readonly #backoff: Backoff
  #head = -1
  /** Readings of one meter's log that are under way, up to which block, and whether that was orphaned meanwhile. */
  readonly #readings = new Set<{ upTo: number; isOrphaned: boolean }>()
  #rereading: Promise<void> | null = null
  #isStopped = false

  constructor(parameters: IndexerParameters) {
    this.#parameters = parameters
    this.#backoff = new Backoff(parameters.waits?.backoff)
    this.#alarms = new LedgerAlarms({ ...parameters, operator: parameters.chain.facts.operator })
    this.mode = parameters.mode
    this.source = ledgerSource(parameters.mode, parameters.chain.facts)
  }

  /**
   * Reads the events since the last look. Meters whose log cannot be booked are read again beside it: that may take
   * long, and no other books wait for it.
   *
   * @returns whether there was anything of this service's
   */
  poll(): Promise<boolean> {
    return this.#oneAtATime(async () => {
      let found = false
      const faulty = new Set<Hex>()
      for (let more = true; more; ) {
        const read = await this.#readOn()
        more = read.more
        found ||= read.found
        for (const meterId of read.faulty) faulty.add(meterId)
      }
      this.#rereading ??= this.#rereadFaulty(faulty).finally(() => {
        this.#rereading = null
      })
      return found
    })
  }

  /** Waits for the meters whose logs are being read again. */
  async caughtUp(): Promise<void> {
    await this.#rereading
  }

  /** Books no more of the logs being read again, which may take any time, and waits for the current booking. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#oneAtATime(async () => {})
  }

  /** The newest block up to which the log was read, or -1 before the first look. */
  async position(): Promise<number> {
    const newest = await this.#parameters.storage.read(tx => tx.indexedBlocks.newest(this.source))
    return newest?.number ?? -1
  }

  /**
   * The block up to which the log was read, as far as this process has seen the chain. An earlier reader may have
   * called an endpoint that is ahead, and a block that this endpoint lacks is not orphaned.
   */
  async seen(): Promise<number> {
    return Math.min(await this.position(), this.#head)
  }

  /**
   * Reads one meter's log again, from its opening on, because an event is missing or was never requested.
   *
   * @throws {ChainError} `rejected` too when its blocks were orphaned meanwhile
   */
  async reread(meterId: Hex): Promise<void> {
    if (await this.#reread(meterId)) return
    throw new ChainError('rejected', 'blocks were orphaned while the log of a meter was read')
  }

  /** @returns with the meters whose log cannot be booked as it is known */
  async #readOn(): Promise<{ more: boolean; found: boolean; faulty: readonly Hex[] }> {
    const { storage, chain, mode } = this.#parameters
    const head = await chain.head()
    this.#head = head.number
    const { newest, marked } = await storage.read(async tx => ({
      newest: await tx.indexedBlocks.newest(this.source),
      marked: await tx.subscriptions.faulty(mode),
    }))
    const faulty = marked.filter(meter => this.#isOwn(meter)).map(({ meterId }) => meterId)
    if (newest?.hash === head.hash) return { more: false, found: false, faulty }
    const isNext = newest?.hash === head.parentHash
    const stored = isNext ? [] : await storage.read(tx => tx.indexedBlocks.of(this.source))
    const fork = await findFork(chain, stored, head)
    const position = fork?.ancestor ?? newest?.number ?? (await this.#firstPosition(head))
    if (fork === null && head.number <= position) return { more: false, found: false, faulty }
    const again = chain.isJournalled ? 0 : Math.min(chain.reorgDepth, MOST_BLOCKS)
    const { events, last } = await chain.escrowEvents(Math.max(position + 1 - again, 0), head.number)
    const { found, faults } = await this.#book(events, last, {
      position,
      ancestor: fork?.ancestor ?? null,
      // A chain that came instead may be shorter.
      upTo: last.number < head.number ? last.number : Number.POSITIVE_INFINITY,
    })
    return { more: last.number < head.number, found, faulty: [...faulty, ...faults] }
  }

  /** An operator that has no open meter begins at the newest block, any other before the oldest that may be. */
  async #firstPosition(head: Block): Promise<number> {
    const { storage, chain, mode } = this.#parameters
    const oldest = await storage.read(tx => tx.subscriptions.oldestOpen(mode, chain.facts.operator))
    if (oldest === null) return head.number - 1
    return (await chain.firstBlockSince(toUnixSeconds(oldest) - CLOCK_TOLERANCE_SECONDS)) - 1
  }

  /**
   * Books the read events, and removes stored ones that are not among them.
   *
   * @param range.position the block up to which the log had been read
   * @param range.ancestor the newest block that both forks share, or null without a fork
   * @param range.upTo no block above this one was requested
   */
  async #book(
    events: readonly ChainEvent[],
    last: Block,
    { position, ancestor, upTo }: { position: number; ancestor: number | null; upTo: number },
  ): Promise<{ found: boolean; faults: readonly Hex[] }> {
    const { storage, clock, newId, policy, log, mode } = this.#parameters
    const rows = events.map(event => this.#rowOf(event))
    for (const reading of this.#readings) reading.isOrphaned ||= ancestor !== null && ancestor < reading.upTo
    const { changed, removed, unknown, faults } = await storage.unitOfWork(async tx => {
      const read = idsOf(rows)
      // Above the position there is something only while a fork is read in several ranges.
      const above = await tx.escrowEvents.above(this.source, ancestor ?? position)
      const removed = above.filter(({ id, blockNumber }) => blockNumber <= upTo && !read.has(id))
      const stored = idsOf(await tx.escrowEvents.getMany([...read]))
      const unread = rows.filter(({ id }) => !stored.has(id))
      const meterIds = [...unread, ...removed].map(({ meterId }) => meterId)
      const meters = new Map(
        (await tx.subscriptions.byMeterIds(meterIds)).flatMap(meter =>
          this.#isOwn(meter) ? [[meter.meterId, meter]] : [],
        ),
      )
      const fresh = await this.#ours(
        tx,
        unread.filter(({ meterId }) => meters.has(meterId)),
      )
      await tx.escrowEvents.remove(removed.map(({ id }) => id))
      for (const event of fresh) await tx.escrowEvents.insert(event)
      const ids = new Set([...stored, ...fresh.map(({ id }) => id)])
      const blocks = events.filter(event => ids.has(idOf(event))).map(placeOf)
      await this.#remember(tx, [...blocks, last], ancestor)
      const orphaned = await followJournal(tx, [...meters.values()], { fresh, removed, isFork: true })
      const changed = [...fresh, ...removed]
      const unknown = new Set(unread.map(({ meterId }) => meterId).filter(id => !meters.has(id)))
      const touched = [...new Set(changed.map(({ meterId }) => meterId))].flatMap(id => meters.get(id) ?? [])
      const endpoints = await tx.webhookEndpoints.allOfMany(touched)
      const lost = new Set(removed.map(({ meterId }) => meterId))
      const appended = fresh.filter(({ meterId }) => !lost.has(meterId))
      const faults = await bookLog({ tx, now: clock.now(), newId, policy, endpoints }, touched, {
        fresh: Map.groupBy(appended, ({ meterId }) => meterId),
        orphaned,
        isReread: false,
      })
      return { changed, removed, unknown, faults: [...faults.keys()] }
    })
    if (removed.length > 0)
      log.warn({ mode, above: ancestor, events: removed.length }, 'blocks were orphaned')
    this.#alarms.ofUnknown(events.filter(({ meterId }) => unknown.has(meterId)))
    return { found: changed.length > 0, faults }
  }

  /**
   * Any account may have a batch skip any meter: only the skips of our own transactions are evidence. Skipped openings
   * are left out, because their meters do not exist yet: such an opening is requested again.
   */
  async #ours(tx: Transaction, events: readonly EscrowEvent[]): Promise<EscrowEvent[]> {
    const skips = events.filter(({ kind }) => kind === 'skipped')
    const signed = await tx.transactions.byHashes(skips.map(({ txHash }) => txHash))
    const ours = new Set(signed.flatMap(({ hash, purpose }) => (purpose === 'openBatch' ? [] : [hash])))
    return events.filter(({ kind, txHash }) => kind !== 'skipped' || ours.has(txHash))
  }

  /** @param blocks with events of this service's meters, and the last block that was read */
  async #remember(
    tx: Transaction,
    blocks: readonly { number: number; hash: Hex }[],
    ancestor: number | null,
  ): Promise<void> {
    const { reorgDepth, isJournalled } = this.#parameters.chain
    const newest = Math.max(...blocks.map(({ number }) => number))
    const lowest = newest - Math.min(reorgDepth, isJournalled ? BLOCKS_OF_A_JOURNALLED_CHAIN : MOST_BLOCKS)
    await tx.indexedBlocks.keepBetween(this.source, lowest, ancestor ?? newest)
    const recent = new Map(
      blocks
        .filter(({ number }) => number >= lowest)
        .map(({ number, hash }) => [`${this.source}:${number}`, { number, hash }]),
    )
    const known = idsOf(await tx.indexedBlocks.getMany([...recent.keys()]))
    for (const [id, block] of recent)
      if (!known.has(id)) await tx.indexedBlocks.insert({ id, source: this.source, ...block })
  }

  /** Reads the log of each meter that could not be booked again, and pauses it for a while if the fault remains. */
  async #rereadFaulty(meterIds: Iterable<Hex>): Promise<void> {
    for (const meterId of meterIds) {
      if (this.#isStopped || this.#backoff.isOn(meterId)) continue
      try {
        await this.#reread(meterId)
      } catch (error) {
        if (this.#isStopped) return
        this.#backoff.failed([meterId])
        this.#alarms.ofLog(meterId, error)
      }
    }
  }

  /** @returns whether it could be booked: blocks that it was read from may have been orphaned meanwhile, or the work stopped */
  async #reread(meterId: Hex): Promise<boolean> {
    const reading = { upTo: Number.POSITIVE_INFINITY, isOrphaned: false }
    this.#readings.add(reading)
    try {
      reading.upTo = await this.position()
      const events = await this.#parameters.chain.meterLog(meterId, reading.upTo)
      return await this.#oneAtATime(async () => {
        if (reading.isOrphaned || this.#isStopped) return false
        await this.#bookReread(meterId, events, reading.upTo)
        return true
      })
    } finally {
      this.#readings.delete(reading)
    }
  }

  /** @param upTo the block up to which it was read: later events may have been booked meanwhile */
  async #bookReread(meterId: Hex, events: readonly ChainEvent[], upTo: number): Promise<void> {
    const { storage, clock, newId, policy } = this.#parameters
    const rows = events.map(event => this.#rowOf(event))
    const ids = idsOf(rows)
    const fault = await storage.unitOfWork(async tx => {
      const [meter] = await tx.subscriptions.byMeterIds([meterId])
      if (!meter) return undefined
      const own = await this.#ours(tx, rows)
      const stored = await tx.escrowEvents.ofMeter(meterId)
      const known = stored.filter(({ blockNumber }) => blockNumber <= upTo)
      // A skip in our own batch proves nothing about a missing meter.
      const gone = known.filter(({ id, kind }) => !ids.has(id) && (ids.size > 0 || kind !== 'skipped'))
      const before = new Map(known.map(event => [event.id, event]))
      const fresh = own.filter(row => !isDeepStrictEqual(before.get(row.id), row))
      const changed = fresh.flatMap(({ id }) => before.get(id) ?? [])
      const removed = [...gone, ...changed]
      await tx.escrowEvents.remove(removed.map(({ id }) => id))
      for (const event of fresh) await tx.escrowEvents.insert(event)
      const orphaned = await followJournal(tx, [meter], { fresh, removed, isFork: false })
      const read = { fresh: new Map(), orphaned, isReread: true }
      const faults = await bookLog({ tx, now: clock.now(), newId, policy }, [meter], read)
      return faults.get(meterId)
    })
    if (fault === undefined) {
      this.#backoff.succeeded([meterId])
      return
    }
    this.#backoff.failed([meterId])
    this.#alarms.ofLog(meterId, fault)
  }

  #isOwn({ operator }: Subscription): boolean {
    return operator === this.#parameters.chain.facts.operator
  }

  #rowOf(event: ChainEvent): EscrowEvent {
    const { blockHash: _, terms: __, ...stored } = event
    return { ...stored, id: idOf(event), source: this.source }
  }
}

function idOf({ blockHash, logIndex }: ChainEvent): string {
  return `${blockHash}:${logIndex}`
}

function idsOf(rows: readonly { id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id))
}

function placeOf({ blockNumber, blockHash }: ChainEvent): { number: number; hash: Hex } {
  return { number: blockNumber, hash: blockHash }
}
