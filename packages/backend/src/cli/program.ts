import { Command } from 'commander'
import type { Environment } from '../options/option-table.ts'
import type { RunOptions } from '../options/run-options.ts'
import { addBackup } from './backup-command.ts'
import { addDoctor } from './doctor-command.ts'
import { addKeys } from './keys-commands.ts'
import { addMerchants } from './merchants-commands.ts'
import { createPrinter } from './print.ts'
import { addRestore } from './restore-command.ts'
import { addServe } from './serve-command.ts'

/** The program's name where it is installed. Inside this repository the call is `npm run -s backend --`. */
const PROGRAM = 'per-second'

/**
 * The whole command line. Parsing throws `CommanderError` instead of ending the process, and writes only help.
 *
 * @param write standard output
 * @param writeErr standard error, for the help of a command that lacks its subcommand
 */
export function createProgram(parameters: {
  environment: Environment
  write: (text: string) => void
  writeErr: (text: string) => void
  serve: (options: RunOptions) => Promise<void>
}): Command {
  const { environment, write, writeErr, serve } = parameters
  const printer = createPrinter(write)
  const program = new Command(PROGRAM)
    .description('Runs the billing service, with an embedded chain and database unless told otherwise.')
    .usage('[options]\n       per-second <command> [options]')
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({ writeOut: write, writeErr, outputError: () => {} })
    .exitOverride()
  addServe(program, environment, serve)
  program.commandsGroup('Commands, on a service that runs or not:')
  addMerchants(program, environment, printer)
  addKeys(program, environment, printer)
  addBackup(program, environment, printer)
  addDoctor(program, environment, printer)
  program.commandsGroup('Commands, on a service that does not run:')
  addRestore(program, environment, printer)
  // Last, because commands inherit it: a word that is no command would be called one argument too many.
  return program.allowExcessArguments()
}
