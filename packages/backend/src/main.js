// @ts-check
import { enableCompileCache } from 'node:module'

// Before anything else is loaded, hence no other import, and no TypeScript, for which a compiler would be loaded that a second start
// has no need of.
enableCompileCache()
// Database, backup and chain hold customers and keys: their folder may have been there, and be open to others.
process.umask(0o077)
const { run } = await import('./cli/run.ts')

// On a full disk words are lost, and the service runs on.
process.stderr.on('error', () => {})
process.stdout.on('error', error => {
  // A reader that has seen enough, like `head`.
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`Standard output cannot be written: ${error.message}.\n`)
  process.exit(1)
})

/** The backend as a process. The one file that reads the environment. */
const code = await run(process.argv.slice(2), {
  environment: process.env,
  writeOut: text => process.stdout.write(text),
  writeErr: text => process.stderr.write(text),
  serve: async options => {
    const { serve } = await import('./cli/serve.ts')
    await serve(options)
  },
})
// The remains of a failed start must not keep the process.
if (code !== 0) process.exit(code)
