import { startBackend } from '../src/start-backend.ts'

/** A test process that starts a backend, says where, and waits to be killed. */
const { url } = await startBackend()
process.stdout.write(`${url}\n`)
setInterval(() => undefined, 60_000)
