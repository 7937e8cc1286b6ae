import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run -s backend -- [options]

Runs the whole billing service with an embedded chain and an embedded database.

  --port N          port to listen on, 0 for any free one (default 4243)
  --data DIR        where database, chain and keys are kept (default .data/backend)
  --json            print one JSON line when ready, and nothing else on stdout
  --settle-every N  seconds of a meter's time between settlements (default 3600)
  --fee-bps N       fee in basis points, 0 to 1000 (default 100)
  --rate-limit N    requests a second for each merchant and mode (default: no limit)
  --log LEVEL       trace, debug, info, warn, error or silent (default warn)
  --help            this text
`

export type RunOptions = {
  port: number
  data: string
  json: boolean
  settleEverySeconds: number
  feeBps: number
  rateLimit: number | null
  logLevel: string
}

/** An option that cannot be used; the message says which and why. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

/**
 * Reads the command line.
 *
 * @returns "help" when only the usage is wanted
 * @throws {OptionError}
 */
export function parseRunOptions(args: string[]): RunOptions | 'help' {
  const { values } = parseOrExplain(args)
  if (values.help) return 'help'
  const level = values.log
  if (!LOG_LEVELS.includes(level))
    throw new OptionError(`--log must be one of ${LOG_LEVELS.join(', ')}, not "${level}".`)
  return {
    port: wholeNumber('--port', values.port, 0, 65_535),
    data: values.data,
    json: values.json,
    settleEverySeconds: wholeNumber('--settle-every', values['settle-every'], 1, 2_592_000),
    feeBps: wholeNumber('--fee-bps', values['fee-bps'], 0, 1000),
    rateLimit:
      values['rate-limit'] === undefined
        ? null
        : wholeNumber('--rate-limit', values['rate-limit'], 1, 1_000_000),
    logLevel: level,
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

function parseOrExplain(args: string[]) {
  try {
    return parseArgs({
      args,
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string', default: '4243' },
        data: { type: 'string', default: '.data/backend' },
        json: { type: 'boolean', default: false },
        'settle-every': { type: 'string', default: '3600' },
        'fee-bps': { type: 'string', default: '100' },
        'rate-limit': { type: 'string' },
        log: { type: 'string', default: 'warn' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new OptionError(`${(error as Error).message.split('\n')[0]} Try --help.`, { cause: error })
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value) || value < min || value > max) {
    throw new OptionError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  }
  return value
}
