import { webUrl } from '../chains/web-url.ts'
import { type Answer, parseBillingCap, parseBillingClock } from './answer.ts'
import { pause } from './pause.ts'
import { ServiceError } from './service-error.ts'
import { anObject, parsedJson, type Shape, wrongField } from './shape.ts'

export type HttpOptions = {
  /** The service's base URL, http(s), with or without a path, or relative to the page. The client appends `/v1/client/…`. */
  baseUrl: string
  /** The base of a relative URL: the page's own address. */
  pageUrl: string
  fetch?: typeof fetch
}

export type Call<T> = {
  path: string
  shape: Shape<T>
  /** Sends a POST. */
  body?: object
  token?: string
  /** Most calls act once, so a lost response is requested again. This call is not repeated. */
  once?: boolean
  signal?: AbortSignal | undefined
}

/** One service, called over `fetch`. */
export type Http = {
  /** The origin of its tokens, which are sent to no other. */
  readonly origin: string
  /** @throws {ServiceError} */
  ask<T>(call: Call<T>): Promise<Answer<T>>
}

const READ_TIMEOUT_MS = 10_000
/** The service itself waits up to 15 s for the chain before it responds. */
const ACTION_TIMEOUT_MS = 25_000
const SET_BASE_URL = "Set base-url to the service's address."
const RETRY_DELAYS_MS = [300, 1_000]
const LONGEST_RETRY_AFTER_SECONDS = 5

/** @throws {ServiceError} `base_url_invalid` when the base URL is not http(s) */
export function createHttp({ baseUrl, pageUrl, fetch: send = fetch }: HttpOptions): Http {
  const base = parseBaseUrl(baseUrl, pageUrl)
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}/v1/client`
  return {
    origin: base.origin,
    async ask(call) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await askOnce(root + call.path, call, send)
        } catch (error) {
          const delay = error instanceof ServiceError ? retryDelay(error, attempt) : null
          if (delay === null || call.once) throw error
          await pause(delay, call.signal)
        }
      }
    },
  }
}

function parseBaseUrl(baseUrl: string, pageUrl: string): URL {
  const url = baseUrl === '' ? null : webUrl(baseUrl, pageUrl)
  if (url) return url
  throw new ServiceError(
    'base_url_invalid',
    `base-url is not an http(s) address: ${baseUrl}. ${SET_BASE_URL}`,
  )
}

async function askOnce<T>(url: string, call: Call<T>, send: typeof fetch): Promise<Answer<T>> {
  const timeout = AbortSignal.timeout(call.body ? ACTION_TIMEOUT_MS : READ_TIMEOUT_MS)
  // A page that wraps `fetch` may spread the headers, and a spread `Headers` object is empty.
  const headers = {
    accept: 'application/json',
    ...(call.token && { authorization: `Bearer ${call.token}` }),
    ...(call.body && { 'content-type': 'application/json' }),
  }
  const init: RequestInit = {
    method: call.body ? 'POST' : 'GET',
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  }
  // Node 18.0 has no `any`: there an aborted call ends by itself.
  const signal = (call.signal && AbortSignal.any?.([call.signal, timeout])) ?? timeout
  if (isAccepted(signal)) init.signal = signal
  if (call.body) init.body = JSON.stringify(call.body)
  let response: Response
  let value: unknown
  try {
    response = await send(url, init)
    value = parsedJson(await response.text())
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    const code = timeout.aborted ? 'service_timeout' : 'service_unreachable'
    throw new ServiceError(code, `No answer from ${url}. Check base-url.`, { cause })
  }
  const { status, headers: given } = response
  if (!response.ok) throw errorFromAnswer(url, response, value)
  const field = wrongField(value, call.shape)
  if (field !== null) {
    const message = field ? `The answer's field ${field} is not valid: ${url}.` : noRoute(url, status)
    throw new ServiceError('response_invalid', message, { status, field: field || null })
  }
  const clock = parseBillingClock(given.get('billing-clock'))
  return { value: value as T, clock, cap: parseBillingCap(given.get('billing-cap')) }
}

/** Whether `fetch` accepts this signal. A test DOM makes signals that Node's `fetch` refuses. The request then has none. */
function isAccepted(signal: AbortSignal): boolean {
  try {
    return Boolean(new Request('https://a.example', { signal }))
  } catch {
    return false
  }
}

/** What another server than the service answers. */
function noRoute(url: string, status: number): string {
  return `${url} answered ${status} and is no route of the service. ${SET_BASE_URL}`
}

function errorFromAnswer(url: string, { status, headers }: Response, value: unknown): ServiceError {
  const { error } = (anObject(value) ? value : {}) as { error?: unknown }
  const { code, message, param } = (anObject(error) ? error : {}) as Record<string, unknown>
  const retryAfter = headers.get('retry-after') ?? ''
  return new ServiceError(
    typeof code === 'string' ? code : `http_${status}`,
    typeof message === 'string' ? message : noRoute(url, status),
    {
      status,
      field: typeof param === 'string' ? param : null,
      // A challenge without an error means that no token arrived: a page that wraps `fetch` may have lost it.
      isSignedOut: status === 401 && /error=|^$/.test(headers.get('www-authenticate') ?? ''),
      retryAfterSeconds: /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null,
    },
  )
}

function retryDelay(error: ServiceError, attempt: number): number | null {
  const delay = RETRY_DELAYS_MS[attempt]
  if (delay === undefined || !error.isTransient || error.code === 'chain_unavailable') return null
  if (error.retryAfterSeconds === null) return delay
  return error.retryAfterSeconds <= LONGEST_RETRY_AFTER_SECONDS ? error.retryAfterSeconds * 1000 : null
}
