import { API_VERSION } from '@per-second/protocol/types'
import { AuthenticationError, type BillingError, ConnectionError, NotFoundError } from './errors.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { encodeQuery, type Query } from './query.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import {
  checkIdempotencyKey,
  checkSignal,
  REQUEST_OPTIONS,
  type RequestOptions,
  type RetryOptions,
  resolveRetryOptions,
} from './request-options.ts'
import { retryDelayMs } from './retry.ts'
import { isBrowser } from './runtime.ts'
import { send, type Transport } from './send.ts'
import { wait } from './within.ts'

export type ApiRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Query | undefined
  body?: object | undefined
  options?: RequestOptions | undefined
  /**
   * The result of a DELETE when a "not found" follows an attempt without a response: the first attempt deleted the
   * object.
   */
  answerWhenGone?: object
}

export type RequestFunction = <T extends object>(request: ApiRequest) => Promise<T>

export type RequestConfiguration = Transport & RetryOptions

/**
 * Makes the one function of this package that does HTTP. The key lives in its closure and in the header, nowhere else: neither
 * printing a client nor an error shows it.
 */
export function createRequest(configuration: RequestConfiguration): RequestFunction {
  const { apiKey, baseUrl, timing } = configuration

  return async function request<T extends object>(call: ApiRequest): Promise<T> {
    const { method, path, query, body, options = {} } = call
    refuseUnknown(options, REQUEST_OPTIONS, 'an option of a call')
    const { signal } = options
    checkSignal(signal)
    const { timeoutMs, totalTimeoutMs, maxRetries } = resolveRetryOptions(configuration, options)
    refuseLiveKeyInBrowser(apiKey)
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'billing-version': API_VERSION,
    }
    if (method === 'POST') headers['idempotency-key'] = idempotencyKeyOf(options)
    if (body) headers['content-type'] = 'application/json'
    const url = `${baseUrl}${path}${encodeQuery(query)}`
    // A redirect is never followed: it would turn a POST into a GET, or carry the call to another place.
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      body: body ? JSON.stringify(body) : null,
    }

    const deadline = timing.monotonicMs() + totalTimeoutMs
    const left = () => deadline - timing.monotonicMs()
    let mayHaveActed = false
    for (let attempt = 1; ; attempt++) {
      const limits = { signal, timeoutMs: Math.min(timeoutMs, left()) }
      const result = await send(configuration, { url, ...init }, limits)
      if ('answer' in result) return result.answer as T
      const { error, retryAfterSeconds } = result
      if (mayHaveActed && call.answerWhenGone && error instanceof NotFoundError)
        return call.answerWhenGone as T
      mayHaveActed ||= error.status !== 429
      const delay = retryDelayMs(attempt, retryAfterSeconds, timing.random())
      if (attempt > maxRetries || !isPassing(error) || delay >= left()) throw error
      await wait(timing, delay, signal)
    }
  }
}

/** A passing failure is worth a repeat, which is safe: every POST carries the same idempotency key again. */
function isPassing(error: BillingError): boolean {
  if (error instanceof ConnectionError) return true
  return error.status === 429 || (error.status !== undefined && error.status >= 500)
}

function idempotencyKeyOf({ idempotencyKey }: RequestOptions): string {
  if (idempotencyKey === undefined) return newIdempotencyKey()
  checkIdempotencyKey(idempotencyKey)
  return idempotencyKey
}

/** The service refuses it too, but by then the key has left the page. */
function refuseLiveKeyInBrowser(apiKey: string): void {
  if (!apiKey.startsWith('sk_live_') || !isBrowser()) return
  const message = 'A live key must never be used in a browser. Revoke this one.'
  const details = { status: 401, code: 'live_key_in_browser' }
  throw new AuthenticationError('authentication_error', message, details)
}
