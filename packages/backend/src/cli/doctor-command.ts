import type { Command } from 'commander'
import type { Environment } from '../options/option-table.ts'
import { type RunFlags, readRunOptions } from '../options/run-options.ts'
import type { Finding } from '../start/doctor/finding.ts'
import { CommandFailure } from './command-failure.ts'
import { optionsOf } from './options-of.ts'
import type { Printer } from './print.ts'
import { addGivenOptions } from './serve-command.ts'

const HELP = `
Give it the options and keys that the service is started with. It changes nothing, and
may run beside the service. It ends with 1 when something keeps the service from working.
`

const MARKS = { ok: 'ok     ', warning: 'WARNING', failure: 'FAILED ' } as const

/** `doctor`. */
export function addDoctor(program: Command, environment: Environment, printer: Printer): void {
  addGivenOptions(
    program.command('doctor').description('check everything the service needs, and print each fix'),
    ['--log', '--settle-every', '--min-settlement', '--reorg-depth'],
  )
    .addHelpText('after', HELP)
    .action(async (_flags, command: Command) => {
      const options = readRunOptions(optionsOf<RunFlags>(command), environment)
      const [{ openLog }, { examine }] = await Promise.all([
        import('./open-log.ts'),
        import('../start/doctor/examine.ts'),
      ])
      // Its output is in its findings.
      const findings = await examine(options, openLog({ ...options, logLevel: 'silent' }))
      if (options.json) printer.json({ data: findings })
      else for (const finding of findings) for (const line of linesOf(finding)) printer.line(line)
      const failed = findings.filter(({ state }) => state === 'failure').length
      if (failed > 0) throw new CommandFailure(`${failed} of ${findings.length} checks failed.`)
    })
}

function linesOf({ check, state, found, todo }: Finding): string[] {
  const line = `${MARKS[state]}  ${check.padEnd(14)}  ${found}`
  return todo === null ? [line] : [line, `${' '.repeat(25)}→ ${todo}`]
}
