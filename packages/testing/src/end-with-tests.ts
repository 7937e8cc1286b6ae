import { rmSync } from 'node:fs'

/**
 * Loaded by the backend's process before the backend itself: ends it when standard input closes, which the kernel sees to however the
 * tests end, SIGKILL included. Its folder goes with it.
 */
const folder = String(new URL(import.meta.url).searchParams.get('folder'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

// A ready backend stops on this end of input as on a signal. An earlier one has nothing to stop.
process.stdin
  .resume()
  .on('end', () => process.emit('SIGTERM') || process.exit())
  .unref()
