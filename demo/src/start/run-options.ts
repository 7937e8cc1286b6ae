import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DemoError } from '../errors/demo-error.ts'

export type RunOptions = {
  help: boolean
  /** One JSON line on stdout when ready. Progress goes to stderr. */
  json: boolean
  /** Port of the store, or 0 for any free one. */
  port: number
  /** Absolute path of the folder that keeps the backend's database, chain and keys. */
  dataFolder: string
}

const DEFAULT_PORT = 4242

export const HELP = `Runs the demo: an embedded chain, the billing backend and a store that sells GPUs by the second.

Usage: npm run demo -- [options]

  --port N    port of the store (default ${DEFAULT_PORT}; a free one when taken, 0 for any)
  --data DIR  where everything is kept between runs (default .data/demo; remove it to start over)
  --json      print one JSON line when ready, for scripts: {"url", "backend"}
  --help      this text

Ctrl-C stops everything.
`

/** @throws {DemoError} `option_invalid` on an unknown option, a port that is none, or an empty folder. */
export function parseRunOptions(args: string[], repository: string): RunOptions {
  const { help, json, port, data } = parseValues(args)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new DemoError('option_invalid', `--port must be a number from 0 to 65535, not "${port}".`)
  }
  // A variable that is not set: keys and database would land in the folder the demo was started in.
  if (data === '') throw new DemoError('option_invalid', '--data is empty. Give it a value, or leave it out.')
  const dataFolder = data === undefined ? join(repository, '.data', 'demo') : resolve(data)
  return { help, json, port: Number(port), dataFolder }
}

function parseValues(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        port: { type: 'string', default: String(DEFAULT_PORT) },
        data: { type: 'string' },
      },
    }).values
  } catch (cause) {
    throw new DemoError('option_invalid', (cause as Error).message, { cause })
  }
}
