import { depositOfTerms } from '@per-second/protocol/terms'
import type { Hex, Chain as WireChain } from '@per-second/protocol/types'
import type { Chain, ChainEvent } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chain-error.ts'
import type { Block } from '../../chain/confirmations.ts'
import { aMeter } from '../../domain/a-meter.fixture.ts'
import type { Subscription } from '../../domain/entities.ts'
import { totalsAfter } from '../../domain/meter/ledger/totals-after.ts'

export const START = 1_800_000_000_000
/** How deep a reorganisation of the model may be, in blocks. */
export const DEPTH = 8
/** How many blocks one question is answered for: more than are read again. */
const BLOCKS_A_CALL = 12

type ModelBlock = Block & { events: ChainEvent[] }

/** 33 1/3 base units a second, nearly: every second rounds, and so does its fee. */
const RATE = 33_333_333_333_333n
const MAX_SECONDS = 86_400

/** A running, uncharged meter of the model's chain. */
export function aModelMeter(
  { meterId }: { meterId: Hex },
  ids: Pick<Subscription, 'id' | 'customerId'>,
): Subscription {
  return {
    ...aMeter({ rate: RATE, maxSeconds: MAX_SECONDS, startedAt: START }),
    ...ids,
    meterId,
    signature: '0x01',
  }
}

const { terms } = aMeter({ rate: RATE, maxSeconds: MAX_SECONDS, startedAt: START })

/**
 * The escrow's rules for one meter, on blocks that a test creates and removes: the part of the chain's port that the
 * indexer calls. Its block 1 opens the meter.
 *
 * @param name two models do not share a hash
 */
export function createModelChain(name: string, reorgDepth = DEPTH) {
  let hashes = 0
  let position = 0
  const newHash = (): Hex => {
    hashes += 1
    return `0x${Buffer.from(`${name}/${hashes}`).toString('hex').padStart(64, '0').slice(-64)}`
  }
  const meterId = newHash()
  const blocks: ModelBlock[] = []
  let lag = 0
  let isSilent = false

  const mine = (...events: Partial<ChainEvent>[]) => {
    const number = blocks.length
    const parentHash = blocks.at(-1)?.hash ?? '0x00'
    const timestamp = START / 1_000 + position
    const block: ModelBlock = { number, hash: newHash(), parentHash, timestamp, events: [] }
    position += 1
    const txHash = newHash()
    block.events = events.map((event, logIndex) => ({
      ...{ kind: 'skipped', meterId, txHash, logIndex, terms: null, timestamp: block.timestamp },
      ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
      ...event,
      ...{ blockNumber: number, blockHash: block.hash },
    }))
    blocks.push(block)
  }
  const eventsOf = (meterId: Hex) =>
    blocks.flatMap(({ events }) => events).filter(event => event.meterId === meterId)
  const charged = () => eventsOf(meterId).findLast(({ kind }) => kind === 'settled')?.toSecond ?? 0
  const has = (...kinds: ChainEvent['kind'][]) => eventsOf(meterId).some(({ kind }) => kinds.includes(kind))
  const isOpen = () => has('opened') && !has('closed', 'reclaimed')
  const chargeEvent = (seconds: number): Partial<ChainEvent>[] => {
    const fromSecond = charged()
    const toSecond = Math.min(fromSecond + seconds, MAX_SECONDS)
    if (!isOpen() || toSecond <= fromSecond) return []
    const [before, after] = [totalsAfter(terms, fromSecond), totalsAfter(terms, toSecond)]
    const moved = { gross: after.gross - before.gross, fee: after.fee - before.fee }
    return [{ kind: 'settled', fromSecond, toSecond, ...moved }]
  }
  const end = (kind: 'closed' | 'reclaimed'): Partial<ChainEvent>[] =>
    isOpen() ? [{ kind, refunded: depositOfTerms(terms) - totalsAfter(terms, charged()).gross }] : []

  mine()
  mine({ kind: 'opened', terms })

  const seen = () => blocks.slice(0, Math.max(blocks.length - lag, 1))
  const newest = () => seen().at(-1) as ModelBlock
  const between = (from: number, to: number) =>
    seen()
      .filter(({ number }) => number >= from && number <= to)
      .flatMap(({ events }) => events)
  /** A long range is cut short. */
  const lastOf = (from: number, to: number) => Math.min(to, newest().number, from + BLOCKS_A_CALL - 1)
  const unused = async (): Promise<never> => {
    throw new Error('not part of the model')
  }
  const facts = { chain_id: 1, escrow: newHash(), operator: terms.operator } as unknown as WireChain
  const port: Chain = {
    facts,
    reorgDepth,
    isJournalled: !Number.isFinite(reorgDepth),
    ...{
      verifyMessage: unused,
      accountKind: unused,
      isFrozen: unused,
      deployWallet: unused,
      deployerGas: unused,
      isSignedByKey: unused,
    },
    ...{
      simulate: unused,
      signStatement: unused,
      sign: unused,
      send: unused,
      transactionCount: unused,
      nextTimestamp: unused,
    },
    ...{
      countedTransactions: unused,
      operatorGas: unused,
      outcome: unused,
      escrowBalance: unused,
      credits: unused,
      creditOf: unused,
      reprice: unused,
    },
    stopsAfter: async () => new Map(),
    meterState: async meterId => {
      const events = eventsOf(meterId)
      const opened = events.find(({ kind }) => kind === 'opened')
      if (!opened) return { status: 'unknown' }
      return {
        status: isOpen() ? 'open' : 'closed',
        openedAt: opened.timestamp,
        stoppedAt: events.find(({ kind }) => kind === 'stopped')?.timestamp ?? null,
        billedSeconds: charged(),
      }
    },
    head: async () => newest(),
    blockHash: async number => seen()[number]?.hash ?? null,
    escrowEvents: async (from, to) => ({
      events: isSilent ? [] : between(from, lastOf(from, to)),
      last: seen()[lastOf(from, to)] as ModelBlock,
    }),
    // An endpoint whose log contradicts the escrow's state of the meter returns none.
    meterLog: async (meterId, upTo) => {
      const events = between(0, upTo).filter(event => event.meterId === meterId)
      if (upTo > newest().number) throw new ChainError('rejected', 'there is no such block')
      if (isSilent && events.length > 0) throw new ChainError('rejected', 'its log leaves something out')
      return events
    },
    firstBlockSince: async timestamp =>
      (seen().find(block => block.timestamp >= timestamp) ?? newest()).number,
  }
  const drop = (count: number) => {
    const kept = Math.max(blocks.length - count, 1)
    const gone = blocks.splice(kept)
    for (let made = 0; made < gone.length - 1; made += 1) mine()
    return gone
  }

  return {
    meterId,
    port,
    now: () => START + position * 1_000,
    eventsOf,
    pass: () => mine(),
    charge: (seconds: number) => mine(...chargeEvent(seconds)),
    close: () => mine(...end('closed')),
    reclaim: () => mine(...end('reclaimed')),
    stop: () => mine(...(isOpen() && !has('stopped') ? [{ kind: 'stopped' } as const] : [])),
    skip: () => mine({ kind: 'skipped' }),
    /** A stranger's meter. */
    stranger: () => mine({ kind: 'opened', meterId: newHash() }),
    /** The last blocks are gone, and others with nothing in them came instead, one fewer. */
    drop,
    /** The last blocks are gone. The opening is back, and one charge for all of their charges and more. */
    recut: (count: number, more: number) => {
      const before = charged()
      drop(count)
      if (!has('opened')) mine({ kind: 'opened', terms })
      mine(...chargeEvent(before - charged() + more))
    },
    /** All blocks are others, and fewer: those that had something in them, one after the other. */
    rebuild: () => {
      const told = blocks.splice(1).flatMap(({ events }) => events)
      for (const { blockNumber: _, blockHash: __, ...event } of told) mine(event)
    },
    /** Meanwhile the endpoint's log is empty, though it knows every block. */
    whileSilent: async (work: () => Promise<unknown>) => {
      isSilent = true
      await work().finally(() => {
        isSilent = false
      })
    },
    /** Meanwhile the endpoint has not got the newest blocks. */
    whileLagging: async (work: () => Promise<unknown>) => {
      lag = 3
      await work().finally(() => {
        lag = 0
      })
    },
  }
}
