import { setTimeout as delay } from 'node:timers/promises'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Logger } from 'pino'
import type { ClockControl, LocalChain } from '../deps.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { FaultRegistry } from '../fault-registry.ts'
import { advanceClock } from '../jobs/advance-clock.ts'
import { createChainWorker, type RunningChainWorker } from '../jobs/chain-worker.ts'
import { createForgetting } from '../jobs/forget-outdated.ts'
import type { Gate } from '../jobs/gate.ts'
import { paced } from '../jobs/paced.ts'
import { runDue } from '../jobs/run-due.ts'
import { startTicker } from '../jobs/ticker.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { SharedServiceClock } from '../service-clock.ts'
import type { ServiceConfig } from '../service-config.ts'
import type { Storage } from '../storage/storage.ts'
import { createDeliverer } from '../webhooks/deliverer.ts'
import type { SecretBox } from '../webhooks/secret-box.ts'
import { createSendWebhook } from '../webhooks/send-webhook.ts'
import { saveClock } from './clock-setting.ts'
import type { Chains, LeadingChains } from './leading-chains.ts'

/** How long what is in flight has to finish when the work ends, in milliseconds of real time. */
const FINISH_MILLIS = 1_500

/** How often a real chain is asked for news, in milliseconds of real time: its endpoints count every question. */
const REAL_CHAIN_MILLIS = 1_000

/** The embedded chain has a block with each transaction: what it does not show was not sent. */
const RESEND_LOCALLY_MILLIS = 1_000

/** How long everything else waits for those news, in milliseconds of real time. */
const NEWS_PATIENCE_MILLIS = 2_000

/** What one process of a database does for all of them: chain work, whatever falls due, webhooks, and the clock of local mode. */
export type Duties = {
  worker: RunningChainWorker
  local: LocalChain | null
  clockControl: ClockControl
  /** Lets what is in flight finish, but not for long; whoever waits is answered at once. */
  finish(): Promise<void>
  /** Finishes, and leaves the chains. */
  stop(): Promise<void>
}

/** @param storage the leader's own: every unit here is refused once somebody else leads */
export async function startDuties(parameters: {
  storage: Storage
  chains: Chains
  leading: LeadingChains
  clock: SharedServiceClock
  newId: (prefix: IdPrefix) => string
  gate: Gate
  faults: FaultRegistry
  secrets: SecretBox
  config: Pick<ServiceConfig, 'settleEverySeconds' | 'local'>
  metrics: Metrics
  log: Logger
}): Promise<Duties> {
  const { storage, leading, clock, newId, gate, secrets, config, metrics, log } = parameters
  const waits = config.local ? { resend: RESEND_LOCALLY_MILLIS } : {}
  const worker = createChainWorker({ ...parameters, senders: leading.senders, waits })
  const indexers = Object.entries(worker.indexers)
  const lookForNews = () => Promise.all(indexers.map(([, indexer]) => indexer.look()))
  const atPace = (look: () => Promise<void>) =>
    config.local ? look : paced({ millis: REAL_CHAIN_MILLIS, patience: NEWS_PATIENCE_MILLIS }, look)
  const deliverer = createDeliverer({
    storage,
    clock,
    realTime: Date.now,
    newId,
    secrets,
    send: createSendWebhook({ local: config.local }),
    random: Math.random,
    attempted: metrics.webhookDeliveries,
    log,
  })
  const due = { storage, clock, newId, config }
  const stopping = new AbortController()
  /** Receivers may call this API before they answer, so it is open to them meanwhile; what they did is then caught up with. */
  const deliverDue = async () => (await deliverer.hasWork()) && gate.ajar(deliverer.drain)
  const catchUp = async (since: UnixMillis) => {
    do {
      await leading.mine()
      await lookForNews()
      await runDue(due, since)
      await worker.drain()
    } while (await deliverDue())
  }
  const save = () => saveClock(storage, clock)
  const moving = { storage, clock, config, catchUp, saveClock: save, stopping: stopping.signal }

  // Whoever sent before can book nothing any more: what it had claimed is to be sent again.
  await deliverer.start(true)
  const ticker = startTicker({
    gate,
    log,
    steps: {
      'chain time': leading.tick,
      // Each mode by itself: a chain that does not answer keeps nobody from the log of the other.
      ...Object.fromEntries(
        indexers.map(([mode, indexer]) => [
          `escrow log (${mode})`,
          atPace(async () => {
            await indexer.look()
          }),
        ]),
      ),
      'due work': () => runDue(due),
      'chain work': worker.kick,
      'outdated rows': createForgetting({ storage, clock }),
    },
  })
  let finishing: Promise<unknown> | null = null
  const finish = async () => {
    finishing ??= (() => {
      stopping.abort()
      worker.release()
      const finished = Promise.all([ticker.stop(), worker.stop(), deliverer.stop()])
      // A chain that does not answer must not keep the service from stopping: the database knows where to go on.
      return Promise.race([finished, delay(FINISH_MILLIS, undefined, { ref: false })])
    })()
    await finishing
  }
  return {
    worker,
    local: leading.local,
    clockControl: {
      advanceTo: target => advanceClock(moving, target),
      setFrozen: async frozen => {
        if (frozen) clock.freeze()
        else clock.release()
        await save()
      },
    },
    finish,
    stop: async () => {
      await finish()
      await leading.stop()
    },
  }
}
