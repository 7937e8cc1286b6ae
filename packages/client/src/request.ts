import { API_VERSION } from '@per-second/protocol/types'
import { errorFromResponse } from './error-from-response.ts'
import { ApiError, AuthenticationError, type BillingError, ConnectionError } from './errors.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { encodeQuery, type Query } from './query.ts'
import { parseRetryAfter, retryDelayMs } from './retry.ts'
import { isBrowser } from './runtime.ts'

/** What a single call may override. */
export type RequestOptions = {
  /** 1 to 255 printable ASCII characters. Default: a new random key per call, kept through its retries. POST only. */
  idempotencyKey?: string
  /** Ends the call, also while it waits to retry, with a `ConnectionError` of code `aborted`. */
  signal?: AbortSignal
  /** Longest wait for one attempt's whole answer, in milliseconds. */
  timeoutMs?: number
  /** How many times a call that failed for a passing reason is sent again: 429, 5xx or a broken connection. */
  maxRetries?: number
}

export type ApiRequest = {
  method: 'GET' | 'POST'
  path: string
  query?: Query | undefined
  body?: object | undefined
  options?: RequestOptions | undefined
}

export type RequestFunction = <T>(request: ApiRequest) => Promise<T>

export type RequestConfiguration = {
  apiKey: string
  baseUrl: string
  fetch: typeof globalThis.fetch
  timeoutMs: number
  maxRetries: number
}

type Attempt = { answer: unknown } | { error: BillingError; retryAfterSeconds: number | undefined }

/**
 * Makes the one function of this package that does HTTP. The key lives in its closure and in the header, nowhere else: neither
 * printing a client nor an error shows it.
 */
export function createRequest(configuration: RequestConfiguration): RequestFunction {
  const { apiKey, baseUrl, fetch } = configuration

  return async function request<T>({ method, path, query, body, options = {} }: ApiRequest): Promise<T> {
    const { signal, timeoutMs = configuration.timeoutMs, maxRetries = configuration.maxRetries } = options
    refuseLiveKeyInBrowser(apiKey)
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'billing-version': API_VERSION,
    }
    if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey()
    if (body) headers['content-type'] = 'application/json'
    const url = `${baseUrl}${path}${encodeQuery(query)}`
    // A redirect is never followed: it would turn a POST into a GET, or carry the call to another place.
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      body: body ? JSON.stringify(body) : null,
    }

    for (let attempt = 1; ; attempt++) {
      const result = await send(fetch, url, init, { signal, timeoutMs })
      if ('answer' in result) return result.answer as T
      const delay = retryDelayMs(attempt, result.retryAfterSeconds, Math.random())
      if (attempt > maxRetries || delay === null || !isPassing(result.error)) throw result.error
      await wait(delay, signal)
    }
  }
}

/** A passing failure is worth a repeat, which is safe: every POST carries the same idempotency key again. */
function isPassing(error: BillingError): boolean {
  if (error instanceof ConnectionError) return true
  return error.status === 429 || (error.status !== undefined && error.status >= 500)
}

async function send(
  fetch: RequestConfiguration['fetch'],
  url: string,
  init: RequestInit,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Attempt> {
  if (signal?.aborted) throw abortedError(signal)
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal: controller.signal })
    return readAttempt(response, await response.text())
  } catch (cause) {
    if (signal?.aborted) throw abortedError(signal)
    const error = timedOut
      ? new ConnectionError('timeout', `The service did not answer within ${timeoutMs} ms.`, { cause })
      : new ConnectionError('connection_failed', 'The service could not be reached.', { cause })
    return { error, retryAfterSeconds: undefined }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function readAttempt(response: Response, text: string): Attempt {
  const { status, headers } = response
  const requestId = headers.get('request-id') ?? undefined
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'), Date.now())
  const body = parseJson(text)
  if (!response.ok)
    return { error: errorFromResponse({ status, requestId, retryAfterSeconds, body }), retryAfterSeconds }
  if (body !== undefined) return { answer: body }
  const message = `The service answered ${status}, but not with JSON. Is baseUrl right?`
  return { error: new ApiError('api_error', message, { status, requestId }), retryAfterSeconds }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal))
    const abort = () => {
      clearTimeout(timer)
      if (signal) reject(abortedError(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

function abortedError(signal: AbortSignal): ConnectionError {
  return new ConnectionError('aborted', 'The call was aborted by its signal.', { cause: signal.reason })
}

/** The service refuses it too (spec, section 5), but by then the key has left the page. */
function refuseLiveKeyInBrowser(apiKey: string): void {
  if (!apiKey.startsWith('sk_live_') || !isBrowser()) return
  throw new AuthenticationError(
    'authentication_error',
    'A live key must never be used in a browser. Revoke this one.',
    {
      status: 401,
      code: 'live_key_in_browser',
    },
  )
}
