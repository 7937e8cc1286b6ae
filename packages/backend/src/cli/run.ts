import { Command, CommanderError } from 'commander'
import { ApiError } from '../domain/api-error.ts'
import { scrub } from '../observability/scrub.ts'
import { OptionError } from '../options/option-error.ts'
import type { Environment } from '../options/option-table.ts'
import type { RunOptions } from '../options/run-options.ts'
import { StorageError } from '../storage/storage-error.ts'
import { addBackup, addRestore } from './backup-commands.ts'
import { CommandFailure } from './command-failure.ts'
import { addDoctor } from './doctor-command.ts'
import { addKeys } from './keys-commands.ts'
import { addMerchants } from './merchants-commands.ts'
import { createPrinter } from './print.ts'
import { addServe } from './serve-command.ts'

/** 0 done, 1 could not be done, 2 was not understood or cannot be done as it was asked. */
export type ExitCode = 0 | 1 | 2

/** The parts of its process that the program needs. Standard error gets messages, and the help of a command without its subcommand. */
export type Surroundings = {
  environment: Environment
  writeOut: (text: string) => void
  writeErr: (text: string) => void
  serve: (options: RunOptions) => Promise<void>
}

/** Runs one command line. Resolves when the command is done, or, for the service, when it is ready. */
export async function run(args: string[], surroundings: Surroundings): Promise<ExitCode> {
  try {
    await createProgram(surroundings).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    const { code, text } = explain(error)
    surroundings.writeErr(text)
    return code
  }
}

/** The message for an error, and the exit code. Never prints a secret. Prints a stack only for an unforeseen error. */
function explain(error: unknown): { code: ExitCode; text: string } {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { code: 0, text: '' }
    // A group without its command: commander has shown the commands.
    if (error.code === 'commander.help') return { code: 2, text: '' }
    return { code: 2, text: `${scrub(commanderText(error.message))}\nTry --help.\n` }
  }
  if (error instanceof OptionError) return { code: 2, text: `${error.message}\n` }
  if (error instanceof StorageError && error.code === 'address_invalid')
    return { code: 2, text: `${error.message}\n` }
  if (error instanceof StorageError)
    return { code: 1, text: `${error.message}${error.reason}\n${error.cure ? `${error.cure}\n` : ''}` }
  if (error instanceof ApiError && error.param !== undefined)
    return { code: 2, text: `--${String(error.param).replaceAll('_', '-')}: ${error.message}\n` }
  if (error instanceof CommandFailure) return { code: 1, text: `${scrub(error.message)}\n` }
  const unforeseen = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 1, text: `${scrub(unforeseen)}\n` }
}

/** Commander's message without a value, which can be a secret. */
function commanderText(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/^unknown option '(--json|--help)=(.|\n)*$/, '$1 takes no value.')
    .replace(/'(--?[\w-]+)=.*'/s, "'$1'")
    .replace(/^option '(--[\w-]+) (<.+>)' argument missing$/, '$1 needs a value: $1 $2')
    .replace(/^required option '(.+)' not specified$/, '$1 is required.')
}

/** The program's name where it is installed. Inside this repository the call is `npm run -s backend --`. */
const PROGRAM = 'per-second'

/** The whole command line. Parsing throws `CommanderError` instead of ending the process, and writes only help. */
export function createProgram({ environment, writeOut, writeErr, serve }: Surroundings): Command {
  const printer = createPrinter(writeOut)
  const program = new Command(PROGRAM)
    .description('Runs the billing service, with an embedded chain and database unless told otherwise.')
    .usage('[options]\n       per-second <command> [options]')
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({ writeOut, writeErr, outputError: () => {} })
    .exitOverride()
  addServe(program, environment, serve)
  program.commandsGroup('Commands, on a service that runs or not:')
  addMerchants(program, environment, printer)
  addKeys(program, environment, printer)
  addBackup(program, environment, printer)
  addDoctor(program, environment, printer)
  program.commandsGroup('Commands, on a service that does not run:')
  addRestore(program, environment, printer)
  // Commander adds no `help` to a program that also acts without a command.
  program.helpCommand(true)
  program.hook('preAction', (_, command) => {
    refuseUnread(program, command)
    for (const place of [program, command]) refuseEmpty(place)
  })
  // Last, because commands inherit it: a word that is no command would be called one argument too many.
  return program.allowExcessArguments()
}

/** An option before a command is the command's too, so it must be one that the command has. */
function refuseUnread(program: Command, command: Command): void {
  const unread = program.options.find(
    option =>
      program.getOptionValueSource(option.attributeName()) === 'cli' &&
      !command.options.some(({ long }) => long === option.long),
  )
  if (unread === undefined) return
  const path = [command.parent === program ? '' : `${command.parent?.name()} `, command.name()]
  program.error(`'${path.join('')}' has no option ${unread.long}.`)
}

/** An empty value comes from a variable that is not set, and would mean another folder, another database or every interface. */
function refuseEmpty(command: Command): void {
  const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === ''
  const empty = command.options.find(option =>
    [command.getOptionValue(option.attributeName())].flat().some(isEmpty),
  )
  if (empty) throw new OptionError(`${empty.long} is empty. Give it a value, or leave it out.`)
}
