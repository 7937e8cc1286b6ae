#!/usr/bin/env node
import { systemTiming } from '../request/timing.ts'
import { run } from './run.ts'

/** The command line of the package, run by Node alone. */
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

// A reader that closes early, like `head`: the work up to then stays done.
process.stdout.on('error', error => process.exit('code' in error && error.code === 'EPIPE' ? undefined : 1))

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  writeOut: text => process.stdout.write(text),
  writeErr: text => process.stderr.write(text),
  fetch: globalThis.fetch,
  timing: systemTiming,
  signal: ending.signal,
})
