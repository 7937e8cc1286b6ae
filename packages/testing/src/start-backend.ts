import { startBackendProcess } from './backend-process.ts'
import { type Backend, connectBackend } from './connect-backend.ts'

export type BackendOptions = {
  /** Options of the backend's command line, such as `['--settle-every', '60']`. */
  options?: readonly string[]
}

/** A backend that this process has started, and stops. */
export type RunningBackend = Backend & AsyncDisposable & { stop(): Promise<void> }

/**
 * Starts a backend with a chain and a database of its own, in about a second. Its folder is gone when it has stopped.
 *
 * @throws {TestingError} `backend_failed`
 *
 * @example
 * await using backend = await startBackend()
 * await backend.clock.advance('1h')
 */
export async function startBackend({ options = [] }: BackendOptions = {}): Promise<RunningBackend> {
  const { line, stop } = await startBackendProcess(options)
  return { ...connectBackend(line), stop, [Symbol.asyncDispose]: stop }
}
