import { usdFromBaseUnits } from '@per-second/protocol/money'
import { toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Command } from 'commander'
import { OptionError } from '../options/option-error.ts'
import type { Environment } from '../options/option-table.ts'
import { type RunFlags, readRunOptions } from '../options/run-options.ts'
import type { RestoredMode } from '../start/restore.ts'
import { CommandFailure } from './command-failure.ts'
import { optionsOf } from './options-of.ts'
import { type Printer, readableTime } from './print.ts'
import { addGivenOptions } from './serve-command.ts'

const HELP = `
Run it once, before the service is started on a database that was restored from a
backup, with the options and keys that the service is started with. It
  - closes meters that were opened after the backup at 0 seconds: the payers get back
    what was not charged,
  - books what the escrow has done since,
  - pauses meters that may have been paused since: their time since the backup is not
    charged. A merchant's server resumes them, or the subscriber.
Repeating it is harmless.
`

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
    ['--min-settlement', '--meter-cost', '--public-rpc-url', '--fee-recipient', '--wallet-factory'],
  )
    .addHelpText('after', HELP)
    .action(async (_flags, command: Command) => {
      const { since, ...own } = optionsOf<RunFlags & { since?: string }>(command)
      const options = readRunOptions(own, environment)
      const [{ openLog }, { restore }] = await Promise.all([
        import('./open-log.ts'),
        import('../start/restore.ts'),
      ])
      const restored = await restore(options, since === undefined ? null : instant(since), openLog(options))
      if (options.json) printer.json({ data: restored.map(present) })
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
  const millis = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
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
    ...{ mode, as_of: toUnixSeconds(asOf), returned: meters(returned), left: meters(left) },
    ...{ paused: ids(paused), corrected: ids(corrected) },
  }
}
