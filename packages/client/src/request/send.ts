import { errorFromResponse } from './error-from-response.ts'
import { ApiError, type BillingError, ConnectionError } from './errors.ts'
import { parseRetryAfter } from './retry.ts'
import type { Timing } from './timing.ts'
import { unreachable } from './unreachable.ts'
import { within } from './within.ts'
import { foreignCause, withoutKey } from './without-key.ts'

/** The result of one attempt. A failure may be worth another attempt. */
export type Attempt = { answer: object } | { error: BillingError; retryAfterSeconds?: number | undefined }

export type Transport = { fetch: typeof globalThis.fetch; timing: Timing; apiKey: string; baseUrl: string }

/**
 * Sends a request once.
 *
 * @throws {ConnectionError} `aborted` when the signal fires, at any moment
 */
export async function send(
  { fetch, timing, apiKey, baseUrl }: Transport,
  { url, ...init }: RequestInit & { url: string },
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Attempt> {
  const address = withoutKey(baseUrl, apiKey)
  const onElapsed = () => {
    const message = `The service at ${address} did not answer within ${Math.ceil(timeoutMs)} ms.`
    return { error: new ConnectionError('timeout', message, { address, reason: 'timed_out' }) }
  }
  return within<Attempt>(timing, { signal, milliseconds: timeoutMs, onElapsed }, async ending => {
    try {
      const response = await fetch(url, { ...init, ...(isAccepted(ending) && { signal: ending }) })
      return readAttempt(response, await response.text(), { apiKey, address, unixMs: timing.unixMs() })
    } catch (error) {
      return { error: unreachable(address, foreignCause(error, apiKey)) }
    }
  })
}

/**
 * Whether the runtime's `fetch` takes this signal. The AbortController of a test DOM such as jsdom makes signals that Node's `fetch`
 * refuses. Without a signal the caller's wait ends in time all the same, and the request is left alone.
 */
function isAccepted(signal: AbortSignal): boolean {
  try {
    const request = new Request('http://localhost/', { signal })
    return request.signal !== undefined
  } catch {
    return false
  }
}

function readAttempt(
  response: Response,
  text: string,
  { apiKey, address, unixMs }: { apiKey: string; address: string; unixMs: number },
): Attempt {
  const { status, headers } = response
  const requestId = withoutKey(headers.get('request-id') ?? '', apiKey) || undefined
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'), unixMs)
  const body = parseJson(text)
  if (!response.ok) {
    const error = errorFromResponse({ status, requestId, retryAfterSeconds, body, apiKey, address })
    return { error, retryAfterSeconds }
  }
  if (typeof body === 'object' && body !== null) return { answer: body }
  const message = `The service answered ${status}, but not with a JSON object. Is baseUrl right?`
  return { error: new ApiError('api_error', message, { status, requestId }) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
