import { parseBillingClock } from './billing-clock.ts'
import type { Answer, Service } from './service.ts'
import { ServiceError } from './service-error.ts'

export type FetchServiceOptions = {
  /** The service's base URL, http(s), with or without a path; `/v1/client/…` is appended. */
  baseUrl: string
  fetch?: typeof fetch
}

type Call = {
  path: string
  /** The `object` a usable answer carries; null when nothing is read from it. */
  expects: string | null
  body?: Record<string, unknown>
  token?: string
  /** Whether a repeat acts once (design, section 5), so that a lost answer may simply be asked for again. */
  repeatable: boolean
  signal?: AbortSignal | undefined
}

const READ_TIMEOUT_MS = 10_000
/** The service itself waits up to 15 s for the chain before it answers. */
const ACTION_TIMEOUT_MS = 25_000
const RETRY_DELAYS_MS = [300, 1_000]
const LONGEST_RETRY_AFTER_SECONDS = 5

/** The client routes over `fetch`. @throws {ServiceError} `base_url_invalid` when the base URL is not http(s). */
export function createFetchService({ baseUrl, fetch: send = fetch }: FetchServiceOptions): Service {
  const base = parseBaseUrl(baseUrl)
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}/v1/client`
  const session = (id: string) => `/checkout/sessions/${encodeURIComponent(id)}`
  const subscription = (id: string) => `/subscriptions/${encodeURIComponent(id)}`

  async function call<T>(call: Call): Promise<Answer<T>> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await callOnce<T>(root, call, send)
      } catch (error) {
        const delay = error instanceof ServiceError ? retryDelay(error, attempt) : null
        if (delay === null || !call.repeatable || call.signal?.aborted) throw error
        await wait(delay, call.signal)
      }
    }
  }

  return {
    origin: base.origin,
    session: (id, { signal } = {}) =>
      call({ path: session(id), expects: 'checkout.session', repeatable: true, signal }),
    chain: async (id, { signal } = {}) =>
      (await call<never>({ path: `${session(id)}/chain`, expects: 'chain', repeatable: true, signal })).value,
    challenge: async (id, { walletAddress, chainId }, { signal } = {}) => {
      const path = `${session(id)}/sign_in/challenge`
      const body = { wallet_address: walletAddress, chain_id: chainId }
      return (await call<never>({ path, body, expects: 'sign_in.challenge', repeatable: true, signal })).value
    },
    // A used nonce is refused, so a lost answer cannot be asked for again: the subscriber signs another challenge.
    signIn: async (id, body, { signal } = {}) =>
      (
        await call<never>({
          path: `${session(id)}/sign_in`,
          body,
          expects: 'sign_in',
          repeatable: false,
          signal,
        })
      ).value,
    signOut: async (id, token, { signal } = {}) => {
      const path = `${session(id)}/sign_out`
      await call({ path, body: {}, token, expects: null, repeatable: true, signal })
    },
    prepare: async (id, token, { maxDurationSeconds }, { signal } = {}) => {
      const path = `${session(id)}/prepare`
      const body = { max_duration_seconds: maxDurationSeconds }
      return (await call<never>({ path, body, token, expects: 'authorisation', repeatable: true, signal }))
        .value
    },
    authorise: (id, token, body, { signal } = {}) =>
      call({
        path: `${session(id)}/authorise`,
        body,
        token,
        expects: 'authorisation',
        repeatable: true,
        signal,
      }),
    subscription: (id, token, { signal } = {}) =>
      call({ path: subscription(id), token, expects: 'subscription', repeatable: true, signal }),
    act: (id, token, action, { signal } = {}) => {
      const path = `${subscription(id)}/${action}`
      return call({ path, body: {}, token, expects: 'subscription', repeatable: true, signal })
    },
  }
}

function parseBaseUrl(baseUrl: string): URL {
  const url = URL.parse(baseUrl)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  throw new ServiceError('base_url_invalid', `base-url is not an http(s) address: ${baseUrl}`)
}

async function callOnce<T>(root: string, call: Call, send: typeof fetch): Promise<Answer<T>> {
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
    answer = parseJson(await response.text())
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    const code = timeout.aborted ? 'service_timeout' : 'service_unreachable'
    throw new ServiceError(code, `No answer from ${root + call.path}.`, { cause })
  }
  if (!response.ok) throw errorFromAnswer(response, answer)
  if (call.expects !== null && (!isObject(answer) || answer.object !== call.expects)) {
    throw new ServiceError('response_invalid', `Not a ${call.expects}: the answer of ${call.path}.`, {
      status: response.status,
    })
  }
  return { value: answer as T, clock: parseBillingClock(response.headers.get('billing-clock')) }
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
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
