import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'
import { allOf } from '../../chain/chain.ts'
import { createRealChains } from '../../chain/real-chains.ts'
import { MODES } from '../../domain/entities.ts'
import { OptionError } from '../../options/option-error.ts'
import type { RunOptions } from '../../options/run-options.ts'
import { NEWEST_STEP } from '../../storage/migrations/migrations.ts'
import { type OpenedStorage, openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { refuseWrongKey } from '../../webhooks/secret-box.ts'
import { refuseStranded } from '../refuse-stranded.ts'
import { checkChain } from './check-chain.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const MIB = 1_048_576
const LEAST_MIB = 64
const COMFORTABLE_MIB = 1_024
const MOST_SKEW_MILLIS = 1_000

/**
 * Looks at everything a service needs, beside it or before its first start, and changes nothing.
 *
 * @throws {OptionError} for keys that cannot be used
 */
export async function examine(options: RunOptions, log: Logger): Promise<Finding[]> {
  const { chains, data, databaseUrl, policy } = options
  const { finding, opened } = await openDatabase(data, databaseUrl)
  const findings = [checkDisk(data), finding]
  try {
    if (opened?.shared) findings.push(checkClock(opened.realTime()))
    if (opened) findings.push(await checkWebhookKey(options, opened.storage))
    if (chains === null) {
      findings.push(ok('chain', 'local mode: the start creates an embedded one'))
      return findings
    }
    const reached = createRealChains({ options: chains, policy, log })
    if (opened) findings.push(await checkKeys(opened.storage, reached, log))
    for (const mode of MODES)
      for (const chain of allOf(reached[mode]))
        findings.push(...(await checkChain(mode, chain, { storage: opened?.storage ?? null, policy })))
    if (opened) findings.push(await checkWebhooks(opened.storage, opened.realTime()))
    return findings
  } finally {
    await opened?.storage.close()
  }
}

function checkDisk(data: string): Finding {
  let folder = resolve(data)
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    accessSync(`${folder}/`, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failure(
      'disk',
      `${data} cannot be made or written (${code})`,
      'Choose another folder with --data.',
    )
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / MIB)
  const found = `${free} MiB free for ${data}`
  const todo = 'Make room, or move the folder with --data.'
  if (free < LEAST_MIB) return failure('disk', found, todo)
  return free < COMFORTABLE_MIB ? warning('disk', found, todo) : ok('disk', found)
}

function checkClock(databaseTime: number): Finding {
  const skew = Date.now() - databaseTime
  const found = `this machine's is ${(Math.abs(skew) / 1_000).toFixed(1)} s from the database's`
  return Math.abs(skew) > MOST_SKEW_MILLIS ? failure('clock', found, 'Set both by NTP.') : ok('clock', found)
}

async function checkKeys(
  storage: Storage,
  reached: Parameters<typeof refuseStranded>[1],
  log: Logger,
): Promise<Finding> {
  try {
    await refuseStranded(storage, reached, log)
    return ok('operator keys', 'all that open meters take are given')
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    return failure('operator keys', 'open meters cannot be ended with what is given', error.message)
  }
}

async function checkWebhookKey({ data, secretsKeys }: RunOptions, storage: Storage): Promise<Finding> {
  try {
    await refuseWrongKey({ folder: resolve(data), storage, keys: secretsKeys })
    return ok('webhook key', 'opens the secrets of this database')
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    return failure('webhook key', 'does not open the secrets of this database', error.message)
  }
}

/** Deliveries that have been due for longer than this, in milliseconds, have no process that sends them. */
const LATE_MILLIS = 300_000

/** Enough to say that there are many. */
const MOST = 1_000

async function checkWebhooks(storage: Storage, now: number): Promise<Finding> {
  const late = await storage.read(tx => tx.deliveries.due({ now: now - LATE_MILLIS, limit: MOST }))
  if (late.length === 0) return ok('webhooks', 'none waits')
  const count = late.length === MOST ? `${MOST} or more` : `${late.length}`
  return warning(
    'webhooks',
    `${count} deliveries have been due for over five minutes`,
    'Start the service; if it runs, look at its log for "worker scan failed".',
  )
}

/** Opens the database as it is, without changing it, or finds why that is impossible. */
async function openDatabase(
  folder: string,
  databaseUrl: string | null,
): Promise<{ finding: Finding; opened: OpenedStorage | null }> {
  const engine = databaseUrl === null ? 'SQLite' : 'PostgreSQL'
  try {
    const opened = await openStorage(folder, databaseUrl, { expected: 'current' })
    return { finding: ok('database', `${engine}, schema step ${NEWEST_STEP}`), opened }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const { code, message, reason, cure } = error
    if (code === 'schema_missing') {
      const found = `${engine}, has no tables yet: the first start creates them`
      return { finding: ok('database', found), opened: null }
    }
    const where = databaseUrl === null ? '--data, and the folder it names' : '--database-url'
    const say = code === 'schema_older' ? warning : failure
    const todo = cure ?? `Check ${where}.`
    return { finding: say('database', `${message}${reason}`, todo), opened: null }
  }
}
