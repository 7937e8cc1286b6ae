import { toUnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Chain, ChainEvent } from '../chain/chain.ts'
import type { Block } from '../chain/confirmations.ts'
import { createSerialQueue } from '../chain/sender/serial-queue.ts'
import type { Clock } from '../domain/clock.ts'
import type { ChainJob, EscrowEvent, IndexedBlock, Mode, Subscription } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import { bookMeter } from '../domain/ledger/book-meter.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { ServiceConfig } from '../service-config.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import { followJournal } from './follow-journal.ts'

/** Blocks of a real chain and this service's clock may differ by so much, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 900

/** So many of the blocks up to which the log was read are remembered at most, and are read again: an endpoint may have left something out. */
const MOST_BLOCKS = 1_000
const BLOCKS_OF_A_JOURNALLED_CHAIN = 64

export type IndexerParameters = {
  storage: Storage
  clock: Clock
  newId: (prefix: IdPrefix) => string
  mode: Mode
  chain: Chain
  config: Pick<ServiceConfig, 'settleEverySeconds'>
  metrics: Pick<Metrics, 'ledgerAlarms'>
  log: Logger
  /** Told of every job that got somewhere. */
  settled: (jobId: string) => void
}

/**
 * Keeps the ledger of one mode: reads the escrow's log up to the newest block that counts, follows it where blocks vanish, and books
 * what is new, all in one unit of work (docs/money.md, rules 30 and 38).
 */
export class Indexer {
  readonly #parameters: IndexerParameters
  readonly #source: string
  readonly #oneAtATime = createSerialQueue()
  /** What the last look read, of whosever meters. */
  #seen: ReadonlySet<string> = new Set()

  constructor(parameters: IndexerParameters) {
    const { chain_id, escrow } = parameters.chain.facts
    this.#parameters = parameters
    this.#source = `chain.${parameters.mode}.${chain_id}.${escrow.toLowerCase()}`
  }

  /** Reads what has come since the last look. @returns whether there was anything of this service's */
  look(): Promise<boolean> {
    return this.#oneAtATime(async () => {
      let found = false
      for (let more = true; more; ) {
        const read = await this.#readOn()
        more = read.more
        found ||= read.found
      }
      return found
    })
  }

  /** The newest block up to which the log was read; -1 before the first look. */
  async position(): Promise<number> {
    const [newest] = await this.#parameters.storage.read(tx => tx.indexedBlocks.of(this.#source))
    return newest?.number ?? -1
  }

  /** Reads one meter's log anew, from its opening on: something is missing in what is known of it, or was never asked for. */
  reread(meterId: Hex): Promise<void> {
    return this.#oneAtATime(() => this.#reread(meterId))
  }

  async #readOn(): Promise<{ more: boolean; found: boolean }> {
    const { storage, chain } = this.#parameters
    const head = await chain.head()
    const kept = await storage.read(tx => tx.indexedBlocks.of(this.#source))
    const [newest] = kept
    if (newest?.hash === head.hash) return { more: false, found: false }
    const fork = newest ? await this.#findFork(kept, head) : null
    const position = fork?.ancestor ?? newest?.number ?? (await this.#firstPosition(head))
    if (fork === null && head.number <= position) return { more: false, found: false }
    const again = Number.isFinite(chain.reorgDepth) ? Math.min(chain.reorgDepth, MOST_BLOCKS) : 0
    const { events, last } = await chain.escrowEvents(Math.max(position + 1 - again, 0), head.number)
    const found = await this.#book(events, last, fork?.ancestor ?? null)
    this.#seen = new Set(events.map(event => this.#rowOf(event).id))
    return { more: last.number < head.number, found }
  }

  /**
   * A new database begins at the newest block; one that knows meters, before the oldest of them that may be open; and one that older
   * versions have read with, where they were.
   */
  async #firstPosition(head: Block): Promise<number> {
    const { storage, chain, mode } = this.#parameters
    const { known, oldest } = await storage.read(async tx => ({
      known: await tx.settings.get(`${this.#source}.next_block`),
      oldest: await tx.subscriptions.oldestOpen(mode),
    }))
    if (known !== null) return Number(known) - 1
    if (oldest === null) return head.number - 1
    return (await chain.firstBlockSince(toUnixSeconds(oldest) - CLOCK_TOLERANCE_SECONDS)) - 1
  }

  /**
   * Compares the blocks that were read, newest first, until one is still there. A block that the endpoint has not got says nothing: it
   * lags.
   *
   * @returns the newest block that is still there, when one above it has vanished
   */
  async #findFork(kept: readonly IndexedBlock[], head: Block): Promise<{ ancestor: number } | null> {
    const { chain } = this.#parameters
    let vanished = false
    for (const { number, hash } of kept) {
      const there = number > head.number ? null : await chain.blockHash(number)
      if (there === hash) return vanished ? { ancestor: number } : null
      if (there !== null) vanished = true
    }
    if (!vanished) return null
    const oldest = kept.at(-1)?.number ?? 0
    return { ancestor: Number.isFinite(chain.reorgDepth) ? oldest - 1 : -1 }
  }

  /** @param ancestor above which everything that was not read again has vanished; null when nothing has */
  async #book(events: readonly ChainEvent[], last: Block, ancestor: number | null): Promise<boolean> {
    const { storage, clock, newId, log, mode } = this.#parameters
    const rows = events.map(event => this.#rowOf(event))
    const { changed, vanished, unknown, settled, faults } = await storage.unitOfWork(async tx => {
      const known = ancestor === null ? [] : await tx.escrowEvents.above(this.#source, ancestor)
      const read = new Set(rows.map(({ id }) => id))
      const vanished = known.filter(({ id }) => !read.has(id))
      const unseen = ancestor === null ? rows.filter(({ id }) => !this.#seen.has(id)) : rows
      const digests = [...unseen, ...vanished].map(({ meterId }) => meterId)
      const meters = new Map((await tx.subscriptions.byDigests(digests)).map(meter => [meter.digest, meter]))
      const own = unseen.filter(({ meterId }) => meters.has(meterId))
      const stored = await tx.escrowEvents.among(own.map(({ id }) => id))
      const fresh = own.filter(({ id }) => !stored.has(id))
      await tx.escrowEvents.remove(vanished.map(({ id }) => id))
      for (const event of fresh) await tx.escrowEvents.insert(event)
      const blocks = events.filter(({ meterId }) => meters.has(meterId)).map(placeOf)
      await this.#remember(tx, [...blocks, last], ancestor)
      await followJournal(tx, mode, { fresh, vanished })
      const changed = [...fresh, ...vanished]
      const unknown = unseen.filter(({ meterId }) => !meters.has(meterId))
      const booked = { changed, vanished, unknown, settled: [] as string[], faults: [] as Hex[] }
      const byMeter = Map.groupBy(changed, event => event.meterId)
      const touched = [...byMeter.keys()].flatMap(meterId => meters.get(meterId) ?? [])
      const jobs = await readAhead(tx, touched)
      const endpoints = await tx.webhookEndpoints.allOfMany(touched)
      const operation = { tx, now: clock.now(), newId, endpoints }
      const lost = new Set(vanished.map(event => event.meterId))
      for (const subscription of touched) {
        const meterId = subscription.digest
        const fresh = lost.has(meterId) ? [] : (byMeter.get(meterId) ?? [])
        const change = { fresh, isComplete: false, jobs: jobs.get(subscription.id) ?? [] }
        const done = await bookMeter(operation, subscription, this.#change(change))
        booked.settled.push(...done.settled)
        if (done.fault !== null) booked.faults.push(meterId)
      }
      return booked
    })
    if (vanished.length > 0)
      log.warn({ mode, above: ancestor, events: vanished.length }, 'blocks have vanished')
    this.#warnOfStrangers(events, unknown)
    for (const id of settled) this.#parameters.settled(id)
    for (const meterId of faults) await this.#reread(meterId)
    return changed.length > 0
  }

  /** The escrow is everybody's; a meter of this operator that this database does not know was opened by somebody else with its key. */
  #warnOfStrangers(events: readonly ChainEvent[], unknown: readonly EscrowEvent[]): void {
    const { chain, mode, log, metrics } = this.#parameters
    const own = chain.facts.operator.toLowerCase()
    for (const { kind, operator, meterId, txHash } of events) {
      if (kind !== 'opened' || operator?.toLowerCase() !== own) continue
      if (!unknown.some(event => event.meterId === meterId)) continue
      metrics.ledgerAlarms.add({ mode, alarm: 'meter_unknown' })
      log.error({ mode, meterId, txHash }, 'the operator has opened a meter that this database does not know')
    }
  }

  /** @param blocks that hold events of this service's meters, and the last one that was read */
  async #remember(
    tx: Transaction,
    blocks: readonly { number: number; hash: Hex }[],
    ancestor: number | null,
  ): Promise<void> {
    const { reorgDepth } = this.#parameters.chain
    const newest = Math.max(...blocks.map(({ number }) => number))
    const lowest =
      newest - Math.min(reorgDepth, Number.isFinite(reorgDepth) ? MOST_BLOCKS : BLOCKS_OF_A_JOURNALLED_CHAIN)
    await tx.indexedBlocks.keepBetween(this.#source, lowest, ancestor ?? newest)
    const known = new Set((await tx.indexedBlocks.of(this.#source)).map(({ number }) => number))
    for (const { number, hash } of blocks) {
      if (number < lowest || known.has(number)) continue
      known.add(number)
      await tx.indexedBlocks.insert({ id: `${this.#source}:${number}`, source: this.#source, number, hash })
    }
  }

  async #reread(meterId: Hex): Promise<void> {
    const { storage, chain, clock, newId, mode, log, metrics } = this.#parameters
    const upTo = await this.position()
    const state = await chain.meterState(meterId)
    const from = state.status === 'unknown' ? upTo + 1 : await chain.firstBlockSince(state.openedAt)
    const read = from > upTo ? [] : await chain.meterEvents(meterId, from, upTo)
    const rows = read.map(event => this.#rowOf(event))
    const { settled, fault } = await storage.unitOfWork(async tx => {
      const known = await tx.escrowEvents.ofMeter(meterId)
      const isGone = ({ id, kind }: EscrowEvent) =>
        from > upTo ? kind !== 'skipped' : !rows.some(row => row.id === id)
      const vanished = known.filter(isGone)
      const fresh = rows.filter(({ id }) => !known.some(event => event.id === id))
      await tx.escrowEvents.remove(vanished.map(({ id }) => id))
      for (const event of fresh) await tx.escrowEvents.insert(event)
      await followJournal(tx, mode, { fresh, vanished })
      const [subscription] = await tx.subscriptions.byDigests([meterId])
      if (!subscription) return { settled: [], fault: null }
      const change = this.#change({ fresh: [], isComplete: true })
      return bookMeter({ tx, now: clock.now(), newId }, subscription, change)
    })
    for (const id of settled) this.#parameters.settled(id)
    if (fault === null) return
    metrics.ledgerAlarms.add({ mode, alarm: 'log_differs' })
    log.error({ mode, meterId, fault }, 'a meter is not booked: its log is not what its terms say')
  }

  #change<T>(change: T) {
    const { settleEverySeconds } = this.#parameters.config
    return { ...change, refusal: null, settleEverySeconds }
  }

  #rowOf({ blockHash, operator: _, ...event }: ChainEvent): EscrowEvent {
    return { ...event, id: `${this.#source}:${blockHash}:${event.logIndex}`, source: this.#source }
  }
}

function placeOf({ blockNumber, blockHash }: ChainEvent): { number: number; hash: Hex } {
  return { number: blockNumber, hash: blockHash }
}

/** Reads at once what booking each of these meters asks for. @returns their pending jobs, by subscription */
async function readAhead(tx: Transaction, meters: readonly Subscription[]): Promise<Map<string, ChainJob[]>> {
  await tx.customers.getMany(meters.map(({ customerId }) => customerId))
  await tx.invoices.getMany(meters.flatMap(({ latestInvoiceId }) => latestInvoiceId ?? []))
  const jobs = await tx.jobs.pendingOfMany(meters.map(({ id }) => id))
  await tx.transactions.getMany(jobs.flatMap(({ transactionId }) => transactionId ?? []))
  return Map.groupBy(jobs, job => job.subscriptionId)
}
