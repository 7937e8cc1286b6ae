import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { makeFolder } from '../files/make-folder.ts'
import { readSecretFile, writeSecretFile } from '../files/secret-file.ts'
import { OptionError } from '../options/option-error.ts'
import type { Environment } from '../options/option-table.ts'
import { databaseUrlOf } from '../options/run-options.ts'
import { accessOf, addAccess } from './admin-access.ts'
import type { Printer } from './print.ts'

const DATABASE = 'billing.sqlite'
const SECRETS = 'webhooks.key'

const HELP = `
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
    .addHelpText('after', HELP)
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
      if (filesIn(to).length > 0) throw new OptionError(`${to} is not empty. Name a new folder with --to.`)
      const { backupSqlite } = await import('../storage/sqlite/backup-sqlite.ts')
      const target = join(to, DATABASE)
      await backupSqlite(database, `${target}.part`)
      renameSync(`${target}.part`, target)
      const key = readSecretFile(join(access.data, SECRETS))
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
