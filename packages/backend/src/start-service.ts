import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Chain as WireChain } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { takeDataFolder } from './data-folder.ts'
import type { Deps } from './deps.ts'
import { createDrafts, DRAFT_KEY_PURPOSE } from './domain/draft.ts'
import { createIds } from './domain/id.ts'
import { createFaultRegistry } from './fault-registry.ts'
import { createGate } from './jobs/gate.ts'
import type { ChainSite } from './leading/chain-site.ts'
import { readClock } from './leading/clock-setting.ts'
import { startDuties } from './leading/duties.ts'
import { announceLeader, followLocally } from './leading/follow-locally.ts'
import { holdDuties } from './leading/hold-duties.ts'
import { createLocalMode, type LocalLine } from './leading/local-mode.ts'
import { createRealChains } from './leading/real-chains.ts'
import { createSharedWorker } from './leading/shared-worker.ts'
import { listen } from './listen.ts'
import { createCountingStorage } from './observability/counting-storage.ts'
import { createMetrics } from './observability/metrics.ts'
import { createRefusalObserver } from './observability/observe-refusals.ts'
import type { RunOptions } from './options/run-options.ts'
import { createServiceClock } from './service-clock.ts'
import { openStorage } from './storage/open-storage.ts'
import type { Storage } from './storage/storage.ts'
import { openSecretBox } from './webhooks/open-secret-box.ts'

/** How long what is in flight has to finish when the service stops, in milliseconds of real time. */
const FINISH_MILLIS = 1_500

/** What a local backend says about itself: the line that `--json` prints. */
export type ServiceLine = { url: string } & LocalLine

/** What a backend on real chains says: its address and, by mode, what wallets are told of the chain. */
export type RealServiceLine = { url: string; chains: Record<'test' | 'live', WireChain | null> }

export type RunningService = {
  line: ServiceLine | RealServiceLine
  /** Resolves with the reason when the service cannot go on, because its chain has ended under it: it is then to be stopped. */
  lost: Promise<Error>
  /** Finishes what is in flight, saves the chain and releases the folder. */
  stop(): Promise<void>
}

type Undo = (() => Promise<void> | void)[]

/** Starts the whole service: database, chains, jobs, HTTP. */
export async function startService(options: RunOptions, log: Logger): Promise<RunningService> {
  const folder = takeDataFolder(options.data)
  const undo: Undo = [() => folder.release()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>()
  try {
    return { line: await start(options, log, undo, onLost), lost, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  options: RunOptions,
  log: Logger,
  undo: Undo,
  onLost: (reason: Error) => void,
): Promise<ServiceLine | RealServiceLine> {
  const { feeBps, settleEverySeconds, rateLimit } = options
  const { storage, shared } = await openStorage(options.data, options.databaseUrl, error =>
    log.warn({ err: error }, 'a connection to the database has ended'),
  )
  undo.push(() => storage.close())
  const isLocal = options.chains === null
  const clock = createServiceClock(Date.now, isLocal ? await readClock(storage) : undefined)
  const newId = createIds(Date.now)
  const common = { folder: resolve(options.data), clock, newId, feeBps, log }
  const site: ChainSite =
    options.chains === null
      ? createLocalMode({ ...common, storage, shared: shared !== null, onLost })
      : createRealChains({ ...common, options: options.chains })
  const gate = createGate()
  const faults = createFaultRegistry()
  const metrics = createMetrics()
  const config = { settleEverySeconds, local: isLocal }
  let url: string | null = null

  const begin = async (leaders: Storage) => {
    const own = createCountingStorage(leaders, metrics)
    const leading = await site.lead(own)
    try {
      const { chains, home } = await site.join()
      const secrets = await openSecretBox(home, own, options.secretsKey)
      if (url !== null) await announceLeader(own, url)
      return await startDuties({
        ...{ storage: own, chains, leading, clock, newId, gate, faults, secrets, config, metrics, log },
      })
    } catch (error) {
      await leading.stop()
      throw error
    }
  }
  const held = await holdDuties({ storage, shared, begin, log })
  undo.push(held.stop)

  const { chains, home, local } = await site.join()
  const stopping = new AbortController()
  const secrets = await openSecretBox(home, storage, options.secretsKey)
  const deps: Deps = {
    storage,
    clock,
    newId,
    chains,
    worker: createSharedWorker({ storage, clock, own: held.worker, stopping: stopping.signal }),
    local: isLocal ? held.local : null,
    clockControl: isLocal ? held.clockControl : null,
    gate,
    faults,
    secrets,
    drafts: createDrafts(secrets.keyFor(DRAFT_KEY_PURPOSE)),
    config: {
      ...config,
      feeBps,
      rateLimit,
      adminToken: local === null ? options.adminToken : local.admin_token,
    },
    log,
    metrics,
  }
  const app = createApp(deps)
  const isShared = isLocal && shared !== null
  const fetch = isShared ? followLocally(app.fetch, { storage, clock, leads: held.leads }) : app.fetch
  const refused = createRefusalObserver({ log, metrics })
  const server = await listen(fetch, options.port, newId, options.host, refused)
  url = server.url
  undo.push(async () => {
    stopping.abort()
    const finished = Promise.all([server.close(), held.finish()])
    await Promise.race([finished, delay(FINISH_MILLIS, undefined, { ref: false })])
  })
  if (isShared) await held.announce(own => announceLeader(own, server.url))
  if (local !== null) return { url, ...local }
  return { url, chains: { test: chains.test?.facts ?? null, live: chains.live?.facts ?? null } }
}
