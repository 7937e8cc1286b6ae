import { setTimeout as delay } from 'node:timers/promises'
import type { UnixMillis } from '@per-second/protocol/time'
import type { EmbeddedChain } from '../chain/embedded/embedded-chain.ts'
import { MODES } from '../domain/entities.ts'
import type { ServiceClock } from '../domain/service-clock.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { RunOptions } from '../options/run-options.ts'
import { Deliverer } from '../webhooks/deliverer.ts'
import type { SecretBox } from '../webhooks/secret-box.ts'
import { createSendWebhook } from '../webhooks/send-webhook.ts'
import { type ChainWorkerParameters, createChainWorker } from './chain-worker.ts'
import { createClockControl } from './clock.ts'
import { createForgetting } from './forget-outdated.ts'
import type { Gate } from './gate.ts'
import { createEscrowCheck } from './reconcile-escrow.ts'
import { runDue } from './run-due.ts'
import { startTicker } from './ticker.ts'

/** How often a real chain is asked for its events, in milliseconds of real time: its endpoints count every question. */
const REAL_CHAIN_MILLIS = 1_000

/** How long work in flight may take to finish when the work ends, in milliseconds of real time. */
const FINISH_MILLIS = 1_500

/** How often while something that was sent is in no block yet. */
const SENT_MILLIS = 500

/** The embedded chain has a block with each transaction: a transaction that it does not show was not sent. */
const RESEND_EMBEDDED_MILLIS = 1_000

/** How often the escrow's balance is compared with the ledger, in milliseconds of real time. */
const RECONCILE_MILLIS = 300_000

export type Worker = Awaited<ReturnType<typeof startWorker>>

/** Its storage is the holder's own: every unit there is refused once another process has its lease. */
export type WorkerParameters = ChainWorkerParameters &
  Pick<RunOptions, 'webhookPorts' | 'keepEvents'> & {
    clock: ServiceClock
    gate: Gate
    secrets: SecretBox
    metrics: Metrics
    /** Keeps the embedded chain's time at the clock's, and is null on real chains. */
    embedded: Pick<EmbeddedChain, 'tick' | 'moveTime' | 'mine'> | null
  }

/** Starts all the work of a database: the operators' transactions and ledgers, due work, webhooks, the clock of local mode. */
export async function startWorker(parameters: WorkerParameters) {
  const { storage, embedded, clock, gate, secrets, policy, metrics, log } = parameters
  const waits = embedded ? { resend: RESEND_EMBEDDED_MILLIS } : { poll: SENT_MILLIS }
  const chainWork = createChainWorker({ ...parameters, waits })
  const { indexers } = chainWork
  const readEvents = async () => {
    await Promise.all(
      indexers.map(async indexer => {
        await indexer.poll()
        await indexer.caughtUp()
      }),
    )
  }
  const deliverer = new Deliverer({
    storage,
    clock,
    realTime: Date.now,
    secrets,
    send: createSendWebhook({ ports: parameters.webhookPorts }),
    random: Math.random,
    attempted: metrics.webhookDeliveries,
    log,
  })
  const chains = MODES.flatMap(mode => parameters.operators[mode].map(({ chain }) => ({ mode, chain })))
  const stopping = new AbortController()
  /**
   * Receivers may call this API before they respond, so it is open to them meanwhile. Afterwards the work of their
   * calls is done.
   */
  const deliverDue = async () => (await deliverer.hasWork()) && gate.whileOpen(() => deliverer.drain())
  const readChain = async () => {
    await Promise.all([embedded?.moveTime(), readEvents()])
  }
  const catchUp = async (since: UnixMillis) => {
    for (;;) {
      await runDue(parameters, since)
      await chainWork.drain()
      if (!(await deliverDue())) return
      await readChain()
    }
  }

  const tick = (steps: Record<string, () => unknown>, millis?: number) =>
    startTicker({ gate, log, steps, millis })
  const tickers = [
    tick({
      ...(embedded && { 'chain time': embedded.tick, 'escrow log': readEvents }),
      'due work': () => runDue(parameters),
      'chain work': chainWork.kick,
      'outdated rows': createForgetting({ storage, clock, keepEvents: parameters.keepEvents, chains }),
    }),
    tick({ 'webhook deliveries': () => deliverer.fill() }),
  ]
  // Each by itself: a silent endpoint delays no other work.
  for (const mode of embedded ? [] : MODES) {
    const own = indexers.filter(indexer => indexer.mode === mode)
    for (const indexer of own)
      tickers.push(tick({ [`escrow log (${indexer.source})`]: () => indexer.poll() }, REAL_CHAIN_MILLIS))
    if (own.length === 0) continue
    const operated = parameters.operators[mode].map(({ chain }) => chain)
    const check = createEscrowCheck(mode, operated, { storage, metrics, log, stopping: stopping.signal })
    const checkBalance = async () => {
      await Promise.all(own.map(indexer => indexer.poll()))
      await check()
    }
    tickers.push(tick({ [`escrow balance (${mode})`]: checkBalance }, RECONCILE_MILLIS))
  }
  return {
    /** Says that there is new chain work. Returns at once. */
    kick: chainWork.kick,
    /** Null on real chains, whose time belongs to all their users. */
    clockControl:
      embedded &&
      createClockControl({
        storage,
        clock,
        policy,
        readChain,
        catchUp,
        stopping: stopping.signal,
        // A direct reader of the chain sees the time there, too.
        arrived: embedded.mine,
      }),
    /** Lets work in flight finish, but not for long. All waits end at once. */
    stop: endOnce(() => {
      stopping.abort()
      // The next leader sets them.
      for (const gauge of Object.values(metrics.escrow)) gauge.clear()
      return [...tickers.map(ticker => ticker.stop()), chainWork.stop(), deliverer.stop()]
    }),
  }
}

/**
 * Ends the running work, once for any number of calls. It does not wait for a silent chain: the database knows where to
 * go on.
 */
function endOnce(end: () => Promise<unknown>[]): () => Promise<void> {
  let ended: Promise<unknown> | null = null
  return async () => {
    ended ??= Promise.race([Promise.all(end()), delay(FINISH_MILLIS, undefined, { ref: false })])
    await ended
  }
}
