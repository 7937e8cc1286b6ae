import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import { toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Command } from 'commander'
import { z } from 'zod'
import { makeFolder } from '../files/make-folder.ts'
import { readSecretFile, writeSecretFile } from '../files/secret-file.ts'
import { OptionError } from '../options/option-error.ts'
import type { Environment } from '../options/option-table.ts'
import { databaseUrlOf, type RunFlags, readRunOptions } from '../options/run-options.ts'
import type { RestoredMode } from '../start/restore.ts'
import { accessOf, addAccess } from './admin-access.ts'
import { CommandFailure } from './command-failure.ts'
import { optionsOf } from './options-of.ts'
import { type Printer, readableTime } from './print.ts'
import { addGivenOptions } from './serve-command.ts'

const DATABASE = 'billing.sqlite'
const SECRETS = 'webhooks.key'

const BACKUP_HELP = `
PostgreSQL has a tool of its own: pg_dump --format=custom --file=FILE "$DATABASE_URL".
Keep SECRETS_KEY, or ${SECRETS} of the data folder, and the operators' keys with either.

To restore: put the folder where --data points (or pg_restore), run "per-second restore"
once with the service's options, and start the service.
`

/** `backup`. */
export function addBackup(program: Command, environment: Environment, printer: Printer): void {
  addAccess(
    program
      .command('backup')
      .description("copy a running service's SQLite database and its key to a folder")
      .optionsGroup('Backup:')
      .requiredOption('--to <dir>', 'a folder that is new or empty'),
  )
    .addHelpText('after', BACKUP_HELP)
    .action(async ({ to }: { to: string }, command: Command) => {
      const { json, ...access } = accessOf(command)
      if (databaseUrlOf(access, environment) !== null)
        throw new OptionError('This copies SQLite. PostgreSQL is copied with pg_dump --format=custom.')
      const database = join(access.data, DATABASE)
      if (!existsSync(database))
        throw new OptionError(
          `There is no database in ${access.data}. Name the service's folder with --data.`,
        )
      if (existsSync(join(access.data, 'chain')))
        throw new OptionError(
          `${access.data} is of local mode, whose chain belongs to its database: stop the service and copy the whole folder.`,
        )
      const key = readSecretFile(join(access.data, SECRETS))
      if (filesIn(to).length > 0) throw new OptionError(`${to} is not empty. Name a new folder with --to.`)
      const { backupSqlite } = await import('../storage/sqlite/open-sqlite-database.ts')
      const target = join(to, DATABASE)
      await backupSqlite(database, `${target}.part`)
      renameSync(`${target}.part`, target)
      if (key !== null) writeSecretFile(join(to, SECRETS), key)
      const files = key === null ? [DATABASE] : [DATABASE, SECRETS]
      const missing = key === null ? "SECRETS_KEY and the operators' keys" : "the operators' keys"
      if (json) printer.json({ folder: to, files })
      else printer.line(`${to} has ${files.join(' and ')}. Keep ${missing} with it; they are not in there.`)
    })
}

/** The files in the folder, which is created where there is none. */
function filesIn(folder: string): string[] {
  try {
    makeFolder(folder)
    return readdirSync(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new OptionError(`The folder ${folder} cannot be made or read${code}. Name another with --to.`)
  }
}

const RESTORE_HELP = `
Run it once, before the service is started on a database that was restored from a
backup, with the options and keys that the service is started with. It
  - closes meters that were opened after the backup at 0 seconds: the payers get back
    what was not charged,
  - books what the escrow has done since,
  - pauses meters that may have been paused since: their time since the backup is not
    charged. A merchant's server resumes them, or the subscriber.
Repeating it is harmless.
`

const NOTHING =
  'Nothing to restore: the service has never read the log of an escrow on this database. Check --data and DATABASE_URL.'

/** `restore`. */
export function addRestore(program: Command, environment: Environment, printer: Printer): void {
  addGivenOptions(
    program
      .command('restore')
      .description('update a restored database from the chain')
      .optionsGroup('Restore:')
      .option(
        '--since <instant>',
        'when the backup was made, like 2026-11-23T01:30:00Z; only where the service has run on it since',
      ),
    ['--min-settlement', '--meter-cost', '--public-rpc-url', '--fee-recipient'],
  )
    .addHelpText('after', RESTORE_HELP)
    .action(async (_flags, command: Command) => {
      const { since, ...own } = optionsOf<RunFlags & { since?: string }>(command)
      const options = readRunOptions(own, environment)
      const [{ openLog }, { restore }] = await Promise.all([
        import('./open-log.ts'),
        import('../start/restore.ts'),
      ])
      const restored = await restore(options, since === undefined ? null : instant(since), openLog(options))
      if (options.json) printer.json({ data: restored.map(present) })
      else if (restored.length === 0) printer.line(NOTHING)
      else for (const mode of restored) for (const line of describe(mode)) printer.line(line)
      const left = restored.flatMap(mode => mode.left)
      if (left.length > 0)
        throw new CommandFailure(
          `${left.length} of the meters could not be closed now: ${left.map(({ meterId }) => meterId).join(', ')}. The token may be paused: run this again later; the service may be started meanwhile.`,
        )
    })
}

/** RFC 3339: without a zone an instant would be another one on each machine. */
function instant(text: string): UnixMillis {
  const [date, rest = ''] = text.split(/(?=T)/)
  // `Date.parse` alone takes 30 February for 2 March.
  const isInstant =
    z.iso.date().safeParse(date).success && /^T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(rest)
  const millis = isInstant ? Date.parse(text) : Number.NaN
  if (Number.isNaN(millis) || millis > Date.now())
    throw new OptionError('--since must be an instant in the past with its zone, like 2026-11-23T01:30:00Z.')
  return millis
}

function describe({ mode, asOf, returned, left, paused, corrected }: RestoredMode): string[] {
  const sum = returned.reduce((total, { held }) => total + held, 0n)
  const name = mode === 'test' ? 'Test' : 'Live'
  return [
    `${name} mode: the backup knows of what was before ${readableTime(asOf)} (UTC).`,
    `  Opened since, closed at 0 seconds: ${returned.length}, with ${usdFromBaseUnits(sum)} AUSD for their payers.`,
    ...returned.map(
      meter => `    ${meter.meterId}  payer ${meter.terms.payer}  ${usdFromBaseUnits(meter.held)}`,
    ),
    ...left.map(meter => `    ${meter.meterId}  payer ${meter.terms.payer}  not closed`),
    `  May have been paused since, paused now: ${paused.length}.`,
    ...paused.map(({ id }) => `    ${id}`),
    ...(corrected.length === 0 ? [] : [`  Had run more than the backup says: ${corrected.length}.`]),
    ...corrected.map(({ id }) => `    ${id}`),
  ]
}

function present({ mode, asOf, returned, left, paused, corrected }: RestoredMode): Record<string, unknown> {
  const ids = (meters: readonly { id: string }[]) => meters.map(({ id }) => id)
  const meters = (found: RestoredMode['returned']) =>
    found.map(({ meterId, terms, held }) => ({
      meter: meterId,
      payer: terms.payer,
      held: usdFromBaseUnits(held),
    }))
  return {
    mode,
    as_of: toUnixSeconds(asOf),
    returned: meters(returned),
    left: meters(left),
    paused: ids(paused),
    corrected: ids(corrected),
  }
}
