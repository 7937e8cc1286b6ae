import { ServiceError } from './service-error.ts'

export type ServiceCallerOptions = {
  /** The service's base URL, http(s), with or without a path; `/v1/client/…` is appended. */
  baseUrl: string
  fetch?: typeof fetch
}

export type ServiceCall = {
  path: string
  /** The `object` a usable answer carries; null when nothing is read from it. */
  expects: string | null
  body?: Record<string, unknown>
  token?: string
  /** Whether a repeat acts once (design, section 5), so that a lost answer may simply be asked for again. */
  repeatable: boolean
  signal?: AbortSignal | undefined
}

/** An answer with what the service said of its clock, unread. */
export type RawAnswer<T> = { value: T; clockHeader: string | null }

/** One service, to be called. What its routes are is known elsewhere: the first screen needs one of them. */
export type ServiceCaller = {
  /** Where tokens belong: they are never sent to another origin. */
  readonly origin: string
  call<T>(call: ServiceCall): Promise<RawAnswer<T>>
}

const READ_TIMEOUT_MS = 10_000
/** The service itself waits up to 15 s for the chain before it answers. */
const ACTION_TIMEOUT_MS = 25_000
const RETRY_DELAYS_MS = [300, 1_000]
const LONGEST_RETRY_AFTER_SECONDS = 5

/** Calls client routes over `fetch`. @throws {ServiceError} `base_url_invalid` when the base URL is not http(s). */
export function createServiceCaller({ baseUrl, fetch: send = fetch }: ServiceCallerOptions): ServiceCaller {
  const base = parseBaseUrl(baseUrl)
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}/v1/client`
  return {
    origin: base.origin,
    async call<T>(call: ServiceCall): Promise<RawAnswer<T>> {
      for (let attempt = 0; ; attempt++) {
        try {
          return await callOnce<T>(root, call, send)
        } catch (error) {
          const delay = error instanceof ServiceError ? retryDelay(error, attempt) : null
          if (delay === null || !call.repeatable || call.signal?.aborted) throw error
          await wait(delay, call.signal)
        }
      }
    },
  }
}

/** The one call a checkout begins with. */
export function sessionCall(sessionId: string, signal?: AbortSignal): ServiceCall {
  return { path: sessionPath(sessionId), expects: 'checkout.session', repeatable: true, signal }
}

export function sessionPath(sessionId: string): string {
  return `/checkout/sessions/${encodeURIComponent(sessionId)}`
}

function parseBaseUrl(baseUrl: string): URL {
  const url = URL.parse(baseUrl)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  throw new ServiceError('base_url_invalid', `base-url is not an http(s) address: ${baseUrl}`)
}

async function callOnce<T>(root: string, call: ServiceCall, send: typeof fetch): Promise<RawAnswer<T>> {
  const timeout = AbortSignal.timeout(call.body ? ACTION_TIMEOUT_MS : READ_TIMEOUT_MS)
  const headers = new Headers({ accept: 'application/json' })
  if (call.token) headers.set('authorization', `Bearer ${call.token}`)
  if (call.body) headers.set('content-type', 'application/json')
  const init: RequestInit = {
    method: call.body ? 'POST' : 'GET',
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
  }
  if (call.body) init.body = JSON.stringify(call.body)
  let response: Response
  let answer: unknown
  try {
    response = await send(root + call.path, init)
    const text = await response.text()
    answer = await new Response(text).json().catch(() => null)
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    const code = timeout.aborted ? 'service_timeout' : 'service_unreachable'
    throw new ServiceError(code, `No answer from ${root + call.path}.`, { cause })
  }
  if (!response.ok) throw errorFromAnswer(response, answer)
  if (call.expects !== null && (!isObject(answer) || answer.object !== call.expects)) {
    throw new ServiceError('response_invalid', `Not a ${call.expects}: ${call.path}.`, {
      status: response.status,
    })
  }
  return { value: answer as T, clockHeader: response.headers.get('billing-clock') }
}

function errorFromAnswer(response: Response, answer: unknown): ServiceError {
  const error = isObject(answer) && isObject(answer.error) ? answer.error : {}
  const code = typeof error.code === 'string' ? error.code : `http_${response.status}`
  const message =
    typeof error.message === 'string' ? error.message : `The service answered ${response.status}.`
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ServiceError(code, message, {
    status: response.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

function retryDelay(error: ServiceError, attempt: number): number | null {
  const delay = RETRY_DELAYS_MS[attempt]
  if (delay === undefined || !error.isTransient || error.code === 'chain_unavailable') return null
  if (error.retryAfterSeconds === null) return delay
  return error.retryAfterSeconds <= LONGEST_RETRY_AFTER_SECONDS ? error.retryAfterSeconds * 1000 : null
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
