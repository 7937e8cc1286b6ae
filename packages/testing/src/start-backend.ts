import { startBackendProcess } from './backend-process.ts'
import { type Backend, connectBackend } from './connect-backend.ts'
import { refuseUnknown } from './refuse-unknown.ts'

export type BackendOptions = {
  /** Options of the backend's command line, such as `['--settle-every', '60']`. */
  options?: readonly string[]
}

const OPTIONS = { options: true } satisfies Record<keyof BackendOptions, true>

/** A backend that this process has started, and stops. */
export type RunningBackend = Backend & AsyncDisposable & { stop(): Promise<void> }

/**
 * Starts a backend with a chain and a database of its own, in about a second. Its folder is gone when it has stopped.
 *
 * @throws {TestingError} `backend_failed`, `option_unknown`
 *
 * @example
 * await using backend = await startBackend()
 * await backend.clock.advance('1h')
 */
export async function startBackend(given: BackendOptions = {}): Promise<RunningBackend> {
  refuseUnknown(given, OPTIONS, 'startBackend')
  const { line, stop } = await startBackendProcess(given.options ?? [])
  return { ...connectBackend(line), stop, [Symbol.asyncDispose]: stop }
}
