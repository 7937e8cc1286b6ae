import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'
import { allOf } from '../../chain/chain.ts'
import { createRealChains } from '../../chain/real-chains.ts'
import { MODES } from '../../domain/entities.ts'
import { OptionError } from '../../options/option-error.ts'
import type { RunOptions } from '../../options/run-options.ts'
import { openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { refuseStranded } from '../refuse-stranded.ts'
import { checkChain } from './check-chain.ts'
import { checkDatabase } from './check-database.ts'
import { checkWork } from './check-work.ts'
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
  const { chains, data, databaseUrl, feeBps, policy } = options
  const { finding, isCurrent } = await checkDatabase(data, databaseUrl)
  const findings = [checkDisk(data), finding]
  const opened = isCurrent ? await openStorage(data, databaseUrl, () => {}) : null
  try {
    if (opened?.shared) findings.push(checkClock(opened.realTime()))
    if (chains === null) {
      findings.push(ok('chain', 'local mode: an embedded one, made at the start'))
      return findings
    }
    const reached = createRealChains({ options: chains, feeBps, log })
    const modes = MODES.filter(mode => reached[mode].current !== null)
    if (opened) findings.push(await checkKeys(opened.storage, reached, log))
    for (const mode of modes)
      for (const chain of allOf(reached[mode]))
        findings.push(...(await checkChain(mode, chain, { storage: opened?.storage ?? null, policy })))
    if (opened) findings.push(...(await checkWork(opened.storage, modes, opened.realTime())))
    return findings
  } finally {
    await opened?.storage.close()
  }
}

function checkDisk(data: string): Finding {
  let folder = resolve(data)
  while (!existsSync(folder)) folder = dirname(folder)
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
