import packageJson from '../../package.json' with { type: 'json' }
import { BillingError, ConnectionError } from '../request/errors.ts'
import { refuseUnknown } from '../request/refuse-unknown.ts'
import type { Command } from './command.ts'
import { listenCommand } from './listen-command.ts'
import { readInvocation } from './read-invocation.ts'
import { resendCommand } from './resend-command.ts'
import type { ExitCode, Surroundings } from './surroundings.ts'
import { triggerCommand } from './trigger-command.ts'

/** Every command, in the order a newcomer needs them. */
export const COMMANDS: readonly Command[] = [listenCommand, triggerCommand, resendCommand]

const HELP = `Usage: npx @per-second/client COMMAND [options]

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(18)}  ${summary}`).join('\n')}

Each has --help. The merchant's secret key is read from BILLING_KEY, the service's address from BILLING_URL.
Exit codes: 0 done, 1 failed, 2 invalid arguments.
`

/** Runs one command line. */
export async function run(words: string[], surroundings: Surroundings): Promise<ExitCode> {
  const { writeOut, writeErr } = surroundings
  try {
    if (words.length === 0) {
      writeErr(HELP)
      return 2
    }
    if (['--help', '-h', 'help'].includes(words[0] ?? '')) {
      writeOut(HELP)
      return 0
    }
    if (words[0] === '--version') {
      writeOut(`${packageJson.version}\n`)
      return 0
    }
    const { command, rest } = findCommand(words)
    if (rest.includes('--help') || rest.includes('-h')) {
      writeOut(command.help)
      return 0
    }
    return await command.run(readInvocation(command, rest), surroundings)
  } catch (error) {
    return explain(error, surroundings)
  }
}

function findCommand(words: string[]): { command: Command; rest: string[] } {
  for (const command of COMMANDS) {
    const name = command.name.split(' ')
    if (name.every((word, index) => words[index] === word)) return { command, rest: words.slice(name.length) }
  }
  const options = words.findIndex(word => word.startsWith('-'))
  const asked = words.slice(0, options === -1 ? 2 : Math.min(options, 2)).join(' ')
  const names = COMMANDS.map(({ name }) => name)
  refuseUnknown({ [asked || String(words[0])]: true }, names, 'a command')
  throw new Error('unreachable')
}

/** Never prints a key. Prints a stack only for an unforeseen error. */
function explain(error: unknown, { signal, writeErr }: Surroundings): ExitCode {
  // The user pressed Ctrl-C and needs no message.
  if (error instanceof ConnectionError && signal.aborted) return 1
  if (!(error instanceof BillingError)) {
    writeErr(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return 1
  }
  const isUsage = error.status === undefined && error.type === 'invalid_request_error'
  const more = error.docUrl ? `\n${error.docUrl}` : ''
  writeErr(`${error.message}${isUsage ? '\nTry --help.' : more}\n`)
  return isUsage ? 2 : 1
}
