import { nearestName } from '@per-second/protocol/nearest-name'
import type { Command } from 'commander'
import type { Mode } from '../domain/entities.ts'
import {
  BILLING_OPTIONS,
  CHAIN_OPTIONS,
  type Environment,
  type OptionRow,
  optionName,
  SERVICE_OPTIONS,
  VARIABLES,
} from '../options/option-table.ts'
import { type RunFlags, type RunOptions, readRunOptions } from '../options/run-options.ts'

const EXAMPLES = `
Examples:
  A service to develop against, with everything embedded:
    npx @per-second/backend --port 4243 --data .data/backend

  Several processes on one database and two real chains:
    export DATABASE_URL=postgres://billing@db/billing OPERATOR_KEY=0x… LIVE_OPERATOR_KEY=0x…
    npx @per-second/backend --host 0.0.0.0 \\
      --rpc-url https://testnet.example --chain-id 11155111 --token 0x… \\
      --live-rpc-url https://rpc.example --live-rpc-url https://spare.example --live-chain-id 43114
`

/** Adds the program's own options and its action without a command: run the service. */
export function addServe(
  program: Command,
  environment: Environment,
  serve: (options: RunOptions) => Promise<void>,
): void {
  addRunOptions(program)
  program.addHelpText('after', () => {
    const helper = program.createHelp()
    const width = Math.max(...Object.keys(VARIABLES).map(name => name.length))
    const rows = Object.entries(VARIABLES).map(([name, help]) => helper.formatItem(name, width, help, helper))
    return `\nEnvironment:\n${rows.join('\n')}\n${EXAMPLES}`
  })
  program.action(async (flags: RunFlags) => {
    const [word] = program.args
    if (word !== undefined) refuseCommand(program, word)
    await serve(readRunOptions(flags, environment))
  })
}

/**
 * A word that does not look like a command is not repeated: it may be an address with a password, behind a space too
 * many.
 */
function refuseCommand(program: Command, word: string): never {
  const isWord = /^[\w-]{1,30}$/.test(word)
  const names = program.commands.map(command => command.name())
  const meant = isWord ? nearestName(word, names) : null
  const refusal = isWord ? `unknown command '${word}'` : 'the word after the options is not a command'
  const hint = meant === null ? 'Without a command the service starts.' : `(Did you mean ${meant}?)`
  program.error(`${refusal}\n${hint}`)
}

const HEADINGS = {
  service: 'Service:',
  billing: 'Billing:',
  test: 'Test mode on a real chain (without any chain: local mode, an embedded one for both modes):',
  live: 'Live mode on a real chain:',
}

/** Every option about the places of a service's database and chains, and about its billing. */
export function addRunOptions(command: Command): Command {
  addTable(command.optionsGroup(HEADINGS.service), SERVICE_OPTIONS)
  addTable(command.optionsGroup(HEADINGS.billing), BILLING_OPTIONS)
  for (const mode of ['test', 'live'] as const)
    addTable(command.optionsGroup(HEADINGS[mode]), CHAIN_OPTIONS, mode)
  return command
}

/** What only a service that runs reads. */
const SERVING = ['--port', '--host', '--public-url', '--rate-limit', '--webhook-port', '--keep-events']
const OPENING = ['--fee-bps', '--min-deposit', '--max-open-meters', '--payer-allowance', '--gas-allowance']

/** The same for a command that is given the options of the service. Its help leaves out those that it does not read. */
export function addGivenOptions(command: Command, unread: readonly string[]): Command {
  const hidden = new Set<string | undefined>([...SERVING, ...OPENING, ...unread])
  for (const option of addRunOptions(command).options)
    option.hideHelp(hidden.has(option.long?.replace('--live-', '--')))
  return command
}

function addTable(command: Command, table: Record<string, OptionRow>, mode: Mode = 'test'): void {
  for (const [name, row] of Object.entries(table)) {
    const { value, help, many, default: usual, unlimited, locally = unlimited } = row
    const flag = `--${mode === 'live' ? 'live-' : ''}${optionName(name)}`
    const local = locally === undefined ? '' : `, locally ${locally}`
    const unless = usual === undefined ? '' : ` (default: ${usual}${local})`
    const text = `${help.replace('{mode}', mode)}${unless}`
    const usage = value === undefined ? flag : `${flag} ${value}`
    if (many) command.option(usage, text, collect)
    else command.option(usage, text)
  }
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value]
}
