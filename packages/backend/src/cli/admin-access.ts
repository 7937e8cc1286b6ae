import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Operation } from '../actions/operation.ts'
import { createIds } from '../domain/id.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import { OptionError } from '../options/option-error.ts'
import type { Environment } from '../options/option-table.ts'
import { databaseUrlOf } from '../options/run-options.ts'
import { openStorage } from '../storage/open-storage.ts'
import { readClock } from '../worker/clock.ts'
import { optionsOf } from './options-of.ts'

type AdminFlags = { data: string; databaseUrl?: string; json?: boolean }

const DATA = '.data/backend'

/** The options every administrative command has. */
export function addAccess(command: Command): Command {
  return (
    command
      .optionsGroup('Which service:')
      // No default of the parser's, which would win over an option before the command.
      .option('--data <dir>', `the service's data folder (default: "${DATA}")`)
      .option('--database-url <url>', "the service's PostgreSQL (or DATABASE_URL)")
      .optionsGroup('Output:')
      .option('--json', 'print one line of JSON')
  )
}

/** The access options of a command, given behind its name or before it. */
export function accessOf(command: Command): AdminFlags {
  return { data: DATA, ...optionsOf<Partial<AdminFlags>>(command) }
}

/** Runs one unit of work on the service's database, beside the processes that use it, at the service's own time. */
export async function administer<T>(
  command: Command,
  environment: Environment,
  work: (operation: Operation) => Promise<T>,
): Promise<T> {
  const flags = accessOf(command)
  const url = databaseUrlOf(flags, environment)
  if (url === null && !existsSync(join(flags.data, 'billing.sqlite'))) {
    throw new OptionError(
      `There is no service in ${flags.data}. Start one there first, or name its folder with --data.`,
    )
  }
  const { storage, realTime } = await openStorage(flags.data, url)
  try {
    // A local clock may have been moved: a key is revoked at the service's now, not at this machine's.
    const now = createServiceClock(realTime, await readClock(storage)).now()
    return await storage.unitOfWork(tx => work({ tx, now, newId: createIds(realTime) }))
  } finally {
    await storage.close()
  }
}
