import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toUnixMillis, toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Logger } from 'pino'
import { changeMeter } from '../actions/meter/change-meter.ts'
import { allOf, type Chain } from '../chain/chain.ts'
import { createRealChains } from '../chain/real-chains.ts'
import { MODES, type Mode, type Subscription } from '../domain/entities.ts'
import { createIds } from '../domain/id.ts'
import { takeDataFolder } from '../files/data-folder.ts'
import { createMetrics } from '../observability/metrics.ts'
import { OPTION_NAMES } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import type { RunOptions } from '../options/run-options.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { PostgresStorage } from '../storage/postgres/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Operator } from '../worker/chain-worker.ts'
import { Indexer } from '../worker/indexer/indexer.ts'
import { keepLease, takeLease } from '../worker/leader/lease.ts'
import { describeHolder } from '../worker/leader/lease-holder.ts'
import { giveBack, type UnknownMeter, unknownMeters } from '../worker/restore/unknown-meters.ts'
import type { WorkDeps } from '../worker/work-deps.ts'
import { operatorOn } from './operator-on.ts'
import { refuseStranded } from './refuse-stranded.ts'

/** Meters looked at in one unit of work. */
const CHUNK = 200

/** The findings and actions of a restore in one mode. */
export type RestoredMode = {
  mode: Mode
  /** The last instant of which the backup knows. */
  asOf: UnixMillis
  /** Openings that the backup does not know, closed at 0 seconds, and those that the chain would not close now. */
  returned: UnknownMeter[]
  left: UnknownMeter[]
  /**
   * Meters that may have been paused since, and are paused now, and those known to have run for more than the backup's
   * seconds.
   */
  paused: Subscription[]
  corrected: Subscription[]
}

/**
 * Brings a database that was restored from a backup to where its escrows are, before the service is started on it (docs/money.md, rule
 * 68). Repeating it is harmless.
 *
 * @param since an instant before which the backup was made, where the database does not say it: the service has run on it meanwhile
 * @throws {OptionError} in local mode, while the service runs, and for a database that is no backup of it
 */
export async function restore(
  options: RunOptions,
  since: UnixMillis | null,
  log: Logger,
): Promise<RestoredMode[]> {
  const { chains, data, databaseUrl, policy } = options
  if (chains === null)
    throw new OptionError(
      'restore needs the options that the service starts with, such as --rpc-url and --chain-id. To restore local mode, copy its data folder back.',
    )
  await using undo = new AsyncDisposableStack()
  // Before the database is opened, which brings its schema up to date: a service may still use both.
  const hold = databaseUrl === null ? join(data, 'billing.sqlite') : data
  const folder = existsSync(hold) ? takeDataFolder(data) : null
  undo.defer(() => folder?.release())
  const onTrouble = (error: Error) => log.warn({ err: error }, 'a connection to the database has ended')
  const {
    storage: opened,
    shared,
    realTime,
  } = await openStorage(data, databaseUrl, {
    expected: 'existing',
    onTrouble,
  }).catch(error => {
    if (!(error instanceof StorageError) || error.code !== 'schema_missing') throw error
    throw new OptionError(
      `There is no database ${databaseUrl === null ? `in ${data}` : 'at the PostgreSQL address'}. Restore the backup first, and check --data and DATABASE_URL (--database-url).`,
    )
  })
  undo.defer(() => opened.close())
  const reached = createRealChains({ options: chains, policy, log })
  const { storage, release } = shared ? await holdAlone(shared, log) : { storage: opened, release: () => {} }
  undo.defer(release)
  const clock = { now: realTime }
  const newId = createIds(clock.now)
  await refuseStranded(storage, reached, log)
  const own = { storage, newId, clock, log, policy }
  const operatorsOf = (mode: Mode) =>
    allOf(reached[mode]).map((chain): RestoredOperator => {
      const indexer = new Indexer({ ...own, mode, chain, metrics: createMetrics() })
      return { ...operatorOn(chain, own), indexer }
    })
  const modes = MODES.map(mode => ({ mode, operators: operatorsOf(mode) }))
  if (since !== null)
    for (const { mode, operators } of modes) {
      const indexers = operators.map(({ indexer }) => indexer)
      await refuseStranger(mode, indexers, storage)
    }
  const restored: RestoredMode[] = []
  for (const { mode, operators } of modes) {
    const [first, ...rest] = operators
    const done = first && (await restoreMode({ mode, operators: [first, ...rest] }, since, own))
    if (done) restored.push(done)
  }
  return restored
}

type RestoredOperator = Operator & { indexer: Indexer }

/**
 * The facts that a repeat needs. Reading on moves the position from which a first attempt takes the instant of the
 * backup (null once meters are as they were then). From this block on a repeat finds meters again that could not be
 * closed.
 */
type Unfinished = { asOf: UnixMillis | null; fromBlock: number }

/** @returns null where the database has never read this mode's log, and no option says from when it should */
async function restoreMode(
  { mode, operators }: { mode: Mode; operators: readonly [RestoredOperator, ...RestoredOperator[]] },
  since: UnixMillis | null,
  deps: WorkDeps & { log: Logger },
): Promise<RestoredMode | null> {
  const { storage, log } = deps
  const [{ chain }] = operators
  const setting = `restore.${mode}.${chain.facts.escrow.toLowerCase()}`
  const keep = (unfinished: Unfinished | null) =>
    storage.unitOfWork(tx => tx.settings.set(setting, unfinished === null ? '' : JSON.stringify(unfinished)))
  const stored = await storage.read(tx => tx.settings.get(setting))
  const unfinished = stored ? (JSON.parse(stored) as Unfinished) : null
  const positions = await Promise.all(operators.map(({ indexer }) => indexer.position()))
  const known = unfinished?.asOf ?? (await readUpTo(Math.max(...positions), chain))
  if (known === null && since === null) return null
  const asOf = Math.min(known ?? Number.POSITIVE_INFINITY, since ?? Number.POSITIVE_INFINITY)
  const block = Math.max((await chain.firstBlockSince(toUnixSeconds(asOf))) - chain.reorgDepth, 0)
  const fromBlock = Math.min(block, unfinished?.fromBlock ?? block)
  await keep({ asOf, fromBlock })

  const unknown = await unknownMeters(storage, operators, fromBlock)
  const left: UnknownMeter[] = []
  for (const operator of operators) {
    left.push(...(await giveBack(operator, unknown.filter(isOf(operator)), log)))
  }
  for (const { indexer } of operators) {
    await indexer.poll()
    await indexer.caughtUp()
  }
  const changed = await restoreMeters(mode, asOf, deps)
  await keep(left.length > 0 ? { asOf: null, fromBlock } : null)
  const isPaused = ({ pausedAt }: Subscription) => pausedAt !== null
  return {
    mode,
    asOf,
    left,
    returned: unknown.filter(meter => !left.includes(meter)),
    paused: changed.filter(isPaused),
    corrected: changed.filter(meter => !isPaused(meter)),
  }
}

/** The instant up to which the log was read, or null before the first read. */
async function readUpTo(position: number, chain: Chain): Promise<UnixMillis | null> {
  if (position < 0) return null
  return toUnixMillis((await chain.escrowEvents(position, position)).last.timestamp)
}

function isOf({ chain }: Operator): (meter: UnknownMeter) => boolean {
  return ({ terms }) => terms.operator.toLowerCase() === chain.facts.operator.toLowerCase()
}

async function restoreMeters(mode: Mode, asOf: UnixMillis, deps: WorkDeps): Promise<Subscription[]> {
  const { storage, newId, clock, policy } = deps
  const changed: Subscription[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    const { last, done } = await storage.unitOfWork(async tx => {
      const operation = { tx, now: clock.now(), newId, policy }
      const found = await tx.subscriptions.notClosed(mode, from, CHUNK)
      const done: Subscription[] = []
      for (const meter of found) {
        const { before, after } = await changeMeter(operation, meter, { type: 'restored', asOf })
        if (after !== before) done.push(after.subscription)
      }
      return { last: found.at(-1)?.id, done }
    })
    changed.push(...done)
    after = last
  }
  return changed
}

/**
 * Holds a database that other processes may use, for work that is done beside no service.
 *
 * @returns storage that writes only while no other process has taken the lease
 * @throws {OptionError} while a process of the service runs on it
 */
async function holdAlone(
  { leases, fenced }: PostgresStorage,
  log: Logger,
): Promise<{ storage: Storage; release: () => Promise<void> }> {
  const lease = await takeLease(leases, describeHolder({ embedded: false }))
  if (lease === null)
    throw new OptionError(
      'The service runs on this database. Stop all of its processes first; after a kill wait five seconds.',
    )
  return { storage: fenced(lease), release: keepLease(leases, lease, log).release }
}

/**
 * To a database that has never heard of a mode, every open meter there is one from after the backup.
 *
 * @throws {OptionError}
 */
async function refuseStranger(mode: Mode, indexers: readonly Indexer[], storage: Storage): Promise<void> {
  if (indexers.length === 0) return
  const positions = await Promise.all(indexers.map(indexer => indexer.position()))
  if (Math.max(...positions) >= 0) return
  if ((await storage.read(tx => tx.subscriptions.notClosed(mode, '', 1))).length > 0) return
  throw new OptionError(
    `The database has never read the escrow’s log of ${mode} mode and has no meter of it: --since would close all that the operator has opened there. Check --data and DATABASE_URL; if the service has not run on it in this mode, leave out ${OPTION_NAMES[mode].prefix}rpc-url and the other options of this mode.`,
  )
}
