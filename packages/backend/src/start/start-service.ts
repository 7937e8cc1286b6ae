import type { Logger } from 'pino'
import { createDrafts, DRAFT_KEY_PURPOSE } from '../domain/draft.ts'
import { createIds } from '../domain/id.ts'
import { takeDataFolder } from '../files/data-folder.ts'
import { createApp } from '../http/app.ts'
import { createRefusalObserver, listen } from '../http/listen.ts'
import { createFaultRegistry } from '../local/fault-registry.ts'
import { createMetrics } from '../observability/metrics.ts'
import type { RunOptions } from '../options/run-options.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createGate } from '../worker/gate.ts'
import { createJobWaiters } from '../worker/job-waiters.ts'
import type { LocalLine, RealLine } from './service-core.ts'
import { startWithEmbeddedChain } from './start-with-embedded-chain.ts'
import { startWithRealChains } from './start-with-real-chains.ts'

/** A local backend's facts: the line that `--json` prints. */
export type ServiceLine = { url: string } & LocalLine

/** The facts of a backend on real chains. */
export type RealServiceLine = { url: string } & RealLine

export type RunningService = {
  line: ServiceLine | RealServiceLine
  /** Resolves with the reason when the service cannot go on, and is to be stopped: it has lost its chain, or its database. */
  lost: Promise<Error>
  /** Finishes work in flight, saves the chain and releases the folder. */
  stop(): Promise<void>
}

/** Starts the whole service: database, chains, jobs, HTTP. */
export async function startService(options: RunOptions, log: Logger): Promise<RunningService> {
  const folder = takeDataFolder(options.data)
  const undo = new AsyncDisposableStack()
  undo.defer(() => folder.release())
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>()
  try {
    return { line: await start(options, log, undo, onLost), lost, stop: () => undo.disposeAsync() }
  } catch (error) {
    await undo.disposeAsync()
    throw error
  }
}

async function start(
  options: RunOptions,
  log: Logger,
  undo: AsyncDisposableStack,
  onLost: (reason: Error) => void,
): Promise<ServiceLine | RealServiceLine> {
  const { publicUrl, feeBps, rateLimit, policy, webhookPorts } = options
  const metrics = createMetrics()
  const opened = await openStorage(
    options.data,
    options.databaseUrl,
    error => log.warn({ err: error }, 'a connection to the database has ended'),
    metrics.databaseWait.series({}),
  )
  undo.defer(() => opened.storage.close())
  const newId = createIds(opened.realTime)
  const [gate, faults] = [createGate(), createFaultRegistry()]
  const parts = { options, opened, newId, gate, faults, metrics, log }
  const { line, kick, finish, stop, ...core } = await (options.chains === null
    ? startWithEmbeddedChain({ ...parts, onLost })
    : startWithRealChains(parts, options.chains))
  undo.defer(stop)

  const stopping = new AbortController()
  const { storage, clock } = core
  const config = {
    ...{ publicUrl, feeBps, rateLimit, webhookPorts, local: options.chains === null },
    adminToken: 'admin_token' in line ? line.admin_token : options.adminToken,
  }
  const app = createApp({
    ...core,
    worker: createJobWaiters({ storage, clock, kick, stopping: stopping.signal }),
    ...{ newId, policy, gate, faults, metrics, log },
    clockSkewMillis: () => Date.now() - opened.realTime(),
    drafts: createDrafts(...core.secrets.keysFor(DRAFT_KEY_PURPOSE)),
    config,
  })
  const refused = createRefusalObserver({ log, metrics })
  const server = await listen(app.fetch, options.port, newId, options.host, refused)
  // Local mode has no proxy in front. Its own address is that of its callers.
  if (config.local) config.publicUrl ??= server.url
  undo.defer(async () => {
    stopping.abort()
    await Promise.all([server.close(), finish()])
  })
  return { url: server.url, ...line }
}
