import { InvalidRequestError } from './errors.ts'

/** How long and how often a call may try. The client has defaults, and a single call may override them. */
export type RetryOptions = {
  /** Longest wait for one attempt's whole answer, in milliseconds. Default 30,000. */
  timeoutMs?: number
  /** Longest a call may take, attempts and waits together, in milliseconds. Default 120,000, or 4 × `timeoutMs` if that is more. */
  totalTimeoutMs?: number
  /** How often a call is sent again after 429, 5xx or a broken connection. Default 3. */
  maxRetries?: number
}

/** The options that a single call may override. */
export type RequestOptions = RetryOptions & {
  /** 1 to 255 printable ASCII characters. Default: a new random key per call, kept through its retries. POST only. */
  idempotencyKey?: string
  /** Ends the call at any moment, with a `ConnectionError` of code `aborted`. */
  signal?: AbortSignal
}

export const RETRY_OPTIONS: readonly string[] = Object.keys({
  timeoutMs: true,
  totalTimeoutMs: true,
  maxRetries: true,
} satisfies Record<keyof RetryOptions, true>)

export const REQUEST_OPTIONS: readonly string[] = [
  ...RETRY_OPTIONS,
  ...Object.keys({ idempotencyKey: true, signal: true } satisfies Record<
    Exclude<keyof RequestOptions, keyof RetryOptions>,
    true
  >),
]

/** Timers count in 31 bits: a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_TOTAL_TIMEOUT_MS = 120_000
const DEFAULT_RETRIES = 3

/**
 * The options of a call, or else the client's, or else the defaults.
 *
 * @throws {InvalidRequestError} `parameter_invalid` for a time that is not positive, or retries that cannot be counted
 */
export function resolveRetryOptions(client: RetryOptions, call: RetryOptions = {}): Required<RetryOptions> {
  const timeoutMs = call.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const totalTimeoutMs =
    call.totalTimeoutMs ?? client.totalTimeoutMs ?? Math.max(DEFAULT_TOTAL_TIMEOUT_MS, 4 * timeoutMs)
  const maxRetries = call.maxRetries ?? client.maxRetries ?? DEFAULT_RETRIES
  checkTime('timeoutMs', timeoutMs)
  checkTime('totalTimeoutMs', totalTimeoutMs)
  if (!Number.isSafeInteger(maxRetries) || maxRetries < 0)
    throw refused('maxRetries', `maxRetries must be a whole number, 0 or more, not ${String(maxRetries)}.`)
  return { timeoutMs, totalTimeoutMs: Math.min(totalTimeoutMs, LONGEST_TIMER_MS), maxRetries }
}

/**
 * Checked here because a runtime that refuses a header looks like a broken connection.
 *
 * @throws {InvalidRequestError} `idempotency_key_invalid`
 */
export function checkIdempotencyKey(key: string): void {
  if (typeof key === 'string' && key.length <= 255 && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key))
    return
  throw refused(
    'idempotencyKey',
    'idempotencyKey must be 1 to 255 printable ASCII characters.',
    'idempotency_key_invalid',
  )
}

/**
 * Checked here, because a value without `addEventListener` would fail when time is up, outside of any call.
 *
 * @throws {InvalidRequestError} `parameter_invalid`
 */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal || typeof signal.addEventListener === 'function') return
  throw refused('signal', 'signal must be an AbortSignal, such as controller.signal.')
}

function checkTime(name: string, milliseconds: number): void {
  if (!(milliseconds > 0)) throw refused(name, `${name} must be a positive number of milliseconds.`)
}

function refused(param: string, message: string, code = 'parameter_invalid'): InvalidRequestError {
  return new InvalidRequestError('invalid_request_error', message, { param, code })
}
