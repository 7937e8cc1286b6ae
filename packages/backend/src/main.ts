import { pino } from 'pino'
import { FolderInUseError } from './data-folder.ts'
import { OptionError, parseRunOptions, USAGE } from './run-options.ts'
import { startService } from './start-service.ts'

const EXIT_UNUSABLE = 2

/** The backend as a process: options in, one line out when ready, SIGTERM to finish (design, section 8). */
async function main(): Promise<void> {
  const options = parseRunOptions(process.argv.slice(2))
  if (options === 'help') {
    process.stdout.write(USAGE)
    return
  }
  const log = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: true }))
  const { line, stop } = await startService(options, log, fail)
  if (options.json) process.stdout.write(`${JSON.stringify(line)}\n`)
  else {
    process.stdout.write(
      `Billing service   ${line.url}\n` +
        `Embedded chain    ${line.chain.rpc_url} (chain ${line.chain.chain_id})\n` +
        `Test key          ${line.merchant.test_key}\n` +
        `Data folder       ${options.data}\n` +
        'Ctrl-C stops it.\n',
    )
  }
  let stopping = false
  const finish = () => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      error => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', finish)
  process.on('SIGINT', finish)
}

function fail(error: unknown): void {
  const expected = error instanceof OptionError || error instanceof FolderInUseError
  process.stderr.write(expected ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exit(expected ? EXIT_UNUSABLE : 1)
}

main().catch(fail)
