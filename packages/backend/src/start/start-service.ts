import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { createDrafts, DRAFT_KEY_PURPOSE } from '../domain/draft.ts'
import { createIds } from '../domain/id.ts'
import { ALONE } from '../domain/leadership.ts'
import { takeDataFolder } from '../files/data-folder.ts'
import { createApp } from '../http/app.ts'
import { listen } from '../http/listen.ts'
import { createFaultRegistry } from '../local/fault-registry.ts'
import { createMetrics } from '../observability/metrics.ts'
import type { RunOptions } from '../options/run-options.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { openSecretBox } from '../webhooks/secret-box.ts'
import { createGate } from '../worker/gate.ts'
import { createJobWaiters } from '../worker/job-waiters.ts'
import { holdForGood, holdWork } from '../worker/leader/leader.ts'
import { leaseAge } from '../worker/leader/lease.ts'
import { startWorker } from '../worker/start-worker.ts'
import { openEmbeddedPlaces } from './embedded-places.ts'
import type { LocalLine, RealLine } from './places.ts'
import { openRealPlaces } from './real-places.ts'

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
    return { line: await start(options, log, { undo, onLost }), lost, stop: () => undo.disposeAsync() }
  } catch (error) {
    await undo.disposeAsync()
    throw error
  }
}

async function start(
  options: RunOptions,
  log: Logger,
  { undo, onLost }: { undo: AsyncDisposableStack; onLost: (reason: Error) => void },
): Promise<ServiceLine | RealServiceLine> {
  const { publicUrl, rateLimit, policy, webhookPorts, keepEvents } = options
  const metrics = createMetrics()
  const opened = await openStorage(options.data, options.databaseUrl, {
    onTrouble: error => log.warn({ err: error }, 'a connection to the database has ended'),
    waited: seconds => metrics.databaseWait.observe({}, seconds),
  })
  undo.defer(() => opened.storage.close())
  const newId = createIds(opened.realTime)
  const [gate, faults] = [createGate(), createFaultRegistry()]
  const parts = { options, opened, newId, metrics, log }
  const { line, operatorsOn, embedded, ...places } = await (options.chains === null
    ? openEmbeddedPlaces({ ...parts, undo, onLost })
    : openRealPlaces(parts, options.chains))
  const { storage, clock } = places
  const secrets = await openSecretBox({
    folder: resolve(options.data),
    storage,
    keys: options.secretsKeys,
    log,
  })
  const begin = (own: Storage) =>
    startWorker({
      storage: own,
      operators: operatorsOn(own),
      embedded,
      clock,
      newId,
      gate,
      faults,
      secrets,
      policy,
      metrics,
      log,
      webhookPorts,
      keepEvents,
    })
  // The process of an embedded chain holds the lease of a shared database already.
  const shared = embedded === null ? opened.shared : null
  const held = shared
    ? await holdWork({ leases: shared.leases, begin: lease => begin(shared.fenced(lease)), log })
    : holdForGood(await begin(storage))
  undo.defer(held.stop)

  const stopping = new AbortController()
  const config = {
    publicUrl,
    rateLimit,
    webhookPorts,
    local: embedded !== null,
    adminToken: 'admin_token' in line ? line.admin_token : options.adminToken,
  }
  const app = createApp({
    ...places,
    leadership: shared
      ? { isLeader: () => held.current() !== null, leaseAge: () => leaseAge(shared.leases) }
      : ALONE,
    clockControl: held.current()?.clockControl ?? null,
    worker: createJobWaiters({
      storage,
      clock,
      kick: () => held.current()?.kick(),
      stopping: stopping.signal,
    }),
    newId,
    policy,
    gate,
    faults,
    secrets,
    metrics,
    log,
    clockSkewMillis: () => Date.now() - opened.realTime(),
    drafts: createDrafts(...secrets.keysFor(DRAFT_KEY_PURPOSE)),
    config,
  })
  const server = await listen({ ...options, fetch: app.fetch }, { newId, log })
  // Local mode has no proxy in front. Its own address is that of its callers.
  if (config.local) config.publicUrl ??= server.url
  undo.defer(async () => {
    stopping.abort()
    await Promise.all([server.close(), held.finish()])
  })
  return { url: server.url, ...line }
}
