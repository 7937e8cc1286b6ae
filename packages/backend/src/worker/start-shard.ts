import { setTimeout as delay } from 'node:timers/promises'
import { type ChainWorker, createChainWorker } from './chain-worker.ts'
import { logSteps } from './indexer/log-steps.ts'
import { FINISH_MILLIS, SENT_MILLIS, type WorkerParameters } from './start-worker.ts'
import { startTicker } from './ticker.ts'

export type Shard = {
  chainWork: ChainWorker
  /** Lets what is in flight finish, but not for long; whoever waits is answered at once. */
  stop(): Promise<void>
}

/** The work of operators on a real chain, their logs and what is sent, and nothing that belongs to none. */
export function startShard(
  parameters: Omit<WorkerParameters, 'embedded' | 'secrets' | 'webhookPorts' | 'keepEvents' | 'chains'>,
): Shard {
  const { gate, log } = parameters
  const chainWork = createChainWorker({ ...parameters, waits: { look: SENT_MILLIS } })
  const ticker = startTicker({
    gate,
    log,
    steps: { ...logSteps(chainWork.indexers), 'chain work': chainWork.kick },
  })
  let stopped: Promise<unknown> | null = null
  return {
    chainWork,
    stop: async () => {
      stopped ??= (() => {
        chainWork.release()
        const finished = Promise.all([ticker.stop(), chainWork.stop()])
        return Promise.race([finished, delay(FINISH_MILLIS, undefined, { ref: false })])
      })()
      await stopped
    },
  }
}
