import { parseBillingCap } from './billing-cap.ts'
import { parseBillingClock } from './billing-clock.ts'
import { authorisationShape, signInShape, subscriptionShape } from './meter-shape.ts'
import type { Answer, Service } from './service.ts'
import { ServiceError } from './service-error.ts'
import { sessionShape } from './session-shape.ts'
import { anObject, type Shape, wrongField } from './shape.ts'
import { CHAIN_SHAPE, CHALLENGE_SHAPE, preparedShape } from './signing-shape.ts'

export type FetchServiceOptions = {
  /** The service's base URL, http(s), with or without a path, or relative to the page; `/v1/client/…` is appended. */
  baseUrl: string
  /** What a relative base URL is relative to: `document.baseURI`. */
  pageUrl: string
  fetch?: typeof fetch
}

type Call<T> = {
  path: string
  shape: Shape<T>
  /** Makes it a POST. */
  body?: object
  token?: string
  /** A repeat acts once, so that a lost answer may simply be asked for again; not so where this is true. */
  once?: boolean
  signal?: AbortSignal | undefined
}

type Reply<T> = Answer<T> & { headers: Headers }

const READ_TIMEOUT_MS = 10_000
/** The service itself waits up to 15 s for the chain before it answers. */
const ACTION_TIMEOUT_MS = 25_000
const RETRY_DELAYS_MS = [300, 1_000]
const LONGEST_RETRY_AFTER_SECONDS = 5

/** The client routes over `fetch`. @throws {ServiceError} `base_url_invalid` when the base URL is not http(s). */
export function createFetchService({ baseUrl, pageUrl, fetch: send = fetch }: FetchServiceOptions): Service {
  const base = parseBaseUrl(baseUrl, pageUrl)
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}/v1/client`

  async function ask<T>(call: Call<T>): Promise<Reply<T>> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await askOnce(root + call.path, call, send)
      } catch (error) {
        const delay = error instanceof ServiceError ? retryDelay(error, attempt) : null
        if (delay === null || call.once || call.signal?.aborted) throw error
        await wait(delay, call.signal)
      }
    }
  }

  async function answer<T>(call: Call<T>): Promise<Answer<T>> {
    const { value, clock } = await ask(call)
    return { value, clock }
  }

  async function unwrapped<T>(call: Call<T>): Promise<T> {
    return (await ask(call)).value
  }

  const session = (id: string) => `/checkout/sessions/${encodeURIComponent(id)}`
  const subscription = (id: string) => `/subscriptions/${encodeURIComponent(id)}`

  return {
    origin: base.origin,
    async session(id, { signal } = {}) {
      const reply = await ask({ path: session(id), shape: sessionShape(id), signal })
      const { value, clock, headers } = reply
      return { value, clock, cap: parseBillingCap(headers.get('billing-cap')) }
    },
    chain: (id, { signal } = {}) => unwrapped({ path: `${session(id)}/chain`, shape: CHAIN_SHAPE, signal }),
    prepare(id, { walletAddress, claim, maxDurationSeconds = null }, { signal } = {}) {
      const body = { wallet_address: walletAddress, claim, max_duration_seconds: maxDurationSeconds }
      return unwrapped({ path: `${session(id)}/prepare`, body, shape: preparedShape(id), signal })
    },
    authorise(id, { draft, signature, secret, email }, { signal } = {}) {
      const body = { draft, signature, secret, email }
      return answer({ path: `${session(id)}/authorise`, body, shape: authorisationShape(id), signal })
    },
    challenge(id, { walletAddress, chainId }, { signal } = {}) {
      const body = { wallet_address: walletAddress, chain_id: chainId }
      return unwrapped({ path: `${session(id)}/sign_in/challenge`, body, shape: CHALLENGE_SHAPE, signal })
    },
    // A used nonce is refused: after a lost answer the subscriber signs another challenge.
    signIn(id, { message, signature }, { signal } = {}) {
      const body = { message, signature }
      return unwrapped({ path: `${session(id)}/sign_in`, body, shape: signInShape(id), once: true, signal })
    },
    subscription: (id, token, { signal } = {}) =>
      answer({ path: subscription(id), token, shape: subscriptionShape(id), signal }),
    act(id, token, action, { signal } = {}) {
      const path = `${subscription(id)}/${action}`
      return answer({ path, body: {}, token, shape: subscriptionShape(id), signal })
    },
  }
}

function parseBaseUrl(baseUrl: string, pageUrl: string): URL {
  const url = baseUrl === '' ? null : URL.parse(baseUrl, pageUrl)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  throw new ServiceError('base_url_invalid', `base-url is not an http(s) address: ${baseUrl}`)
}

async function askOnce<T>(url: string, call: Call<T>, send: typeof fetch): Promise<Reply<T>> {
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
  let value: unknown
  try {
    response = await send(url, init)
    value = parseJson(await response.text())
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    const code = timeout.aborted ? 'service_timeout' : 'service_unreachable'
    throw new ServiceError(code, `No answer from ${url}.`, { url, cause })
  }
  const { status, headers: given } = response
  if (!response.ok) throw errorFromAnswer(url, response, value)
  const field = wrongField(value, call.shape)
  if (field !== null) {
    const what = field === '' ? 'The answer is no JSON object' : `The answer's field ${field} is not valid`
    throw new ServiceError('response_invalid', `${what}: ${url}.`, { status, url, field: field || null })
  }
  return { value: value as T, clock: parseBillingClock(given.get('billing-clock')), headers: given }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function errorFromAnswer(url: string, { status, headers }: Response, value: unknown): ServiceError {
  const { error } = (anObject(value) ? value : {}) as { error?: unknown }
  const { code, message, param } = (anObject(error) ? error : {}) as Record<string, unknown>
  const retryAfter = headers.get('retry-after') ?? ''
  return new ServiceError(
    typeof code === 'string' ? code : `http_${status}`,
    typeof message === 'string' ? message : `The service answered ${status}.`,
    {
      status,
      url,
      field: typeof param === 'string' ? param : null,
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

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
