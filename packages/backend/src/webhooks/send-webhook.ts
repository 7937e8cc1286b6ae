import { lookup as lookupName } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookFailure } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { Event, WebhookEndpoint } from '../domain/entities.ts'
import { presentEvent } from '../presenters/present-event.ts'
import { type SecretBox, SecretBoxError } from './secret-box.ts'
import { signDelivery } from './sign-delivery.ts'
import { hostOf, isPublicAddress, targetProblem, type WebhookPorts } from './target.ts'

/** How long one attempt may take from name to answer, in milliseconds of real time. */
const ATTEMPT_MILLIS = 10_000

/** Of an attempt's time, for connecting to each of a name's addresses but the last: after five silent ones its time is over. */
const CONNECT_SHARE = 0.2

/** The part of a response's body that is read and not used. A receiver logs a failure when a caller leaves before the body's end. */
const MAX_ANSWER_BYTES = 64 * 1024

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

/**
 * The result of an attempt: a response, no response, or the end of this process.
 *
 * @property retryAfter the milliseconds that the response asks to wait
 */
export type SendOutcome =
  | { status: number; retryAfter?: number }
  | { failure: WebhookFailure }
  | { aborted: true }

export type SendWebhook = (request: WebhookRequest, stop: AbortSignal) => Promise<SendOutcome>

export type ResolvedAddress = { address: string; family: number }

/** Where a name leads. Rejects when it leads nowhere. */
export type ResolveName = (name: string) => Promise<ResolvedAddress[]>

/**
 * Makes the one function that calls a stranger's address. It resolves the name once and connects only to the checked
 * addresses, against DNS rebinding. A redirect is a response like any other, never followed. No connection is kept
 * alive, and no proxy is used.
 */
export function createSendWebhook(options: {
  ports: WebhookPorts
  resolve?: ResolveName
  attemptMillis?: number
}): SendWebhook {
  const { ports, resolve = name => lookupName(name, { all: true }), attemptMillis = ATTEMPT_MILLIS } = options
  return async (request, stop) => {
    if (targetProblem(request.url, ports) !== null) return { failure: 'address_refused' }
    const timeout = AbortSignal.timeout(attemptMillis)
    let failure: WebhookFailure = 'connection_failed'
    /** A host that is an address itself is not looked up: `targetProblem` has checked it. */
    const checkedAddresses = async (name: string): Promise<ResolvedAddress[]> => {
      failure = 'name_unresolved'
      const addresses = await resolve(name)
      if (addresses.length === 0) throw new Error('The name has no address.')
      failure = 'address_refused'
      if (ports !== null && !addresses.every(({ address }) => isPublicAddress(address)))
        throw new Error('The name leads to an address that is not public.')
      failure = 'connection_failed'
      return addresses
    }
    try {
      const signal = AbortSignal.any([stop, timeout])
      const response = await post(request, { checkedAddresses, attemptMillis, signal })
      await readAway(response)
      const retryAfter = retryAfterOf(response.headers['retry-after'])
      return { status: response.statusCode ?? 0, ...(retryAfter > 0 && { retryAfter }) }
    } catch {
      if (stop.aborted) return { aborted: true }
      return { failure: timeout.aborted ? 'timeout' : failure }
    }
  }
}

function post(
  { url: address, headers, body }: WebhookRequest,
  {
    checkedAddresses,
    attemptMillis,
    signal,
  }: { checkedAddresses: ResolveName; attemptMillis: number; signal: AbortSignal },
): Promise<IncomingMessage> {
  const url = new URL(address)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const lookup: LookupFunction = (name, _, callback) => {
    checkedAddresses(name).then(
      addresses => callback(null, addresses),
      error => callback(error, []),
    )
  }
  // Node gives each address 250 ms, and then gives a busy receiver up for an address without a route.
  const connecting = {
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(attemptMillis * CONNECT_SHARE),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        method: 'POST',
        host: hostOf(url),
        port: url.port,
        path: url.pathname + url.search,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        lookup,
        ...connecting,
        rejectUnauthorized: true,
        signal,
      },
      resolve,
    )
    sent.on('error', reject)
    // An answer that switches protocols ends the connection without an answer and without an error.
    sent.on('close', () => reject(new Error('The connection closed before an answer came.')))
    sent.end(body)
  })
}

/** The status is known by now, so that it does not matter how this ends. */
async function readAway(response: IncomingMessage): Promise<void> {
  let length = 0
  try {
    for await (const chunk of response) {
      length += (chunk as Buffer).length
      if (length > MAX_ANSWER_BYTES) return
    }
  } catch {}
}

/**
 * The milliseconds of a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3), or 0 without a readable one.
 * Each form of a date begins with a day of the week: `Date.parse` alone also reads 3600-5 as a year.
 */
function retryAfterOf(header: string | undefined): number {
  const text = header?.trim() ?? ''
  const millis = /^\d+(\.\d+)?$/.test(text)
    ? Math.ceil(Number(text) * 1_000)
    : Date.parse(/^[A-Z][a-z]{2}/.test(text) ? text : '') - Date.now()
  return Number.isNaN(millis) ? 0 : Math.max(0, millis)
}

/**
 * Signs an event with every secret in force, newest first, and sends it once, with the same bytes and the same
 * `webhook-id` each time.
 */
export async function attemptDelivery(
  { endpoint, event }: { endpoint: WebhookEndpoint; event: Event },
  deps: { clock: Clock; realTime: () => UnixMillis; secrets: SecretBox; send: SendWebhook; log: Logger },
  stop: AbortSignal,
): Promise<SendOutcome> {
  const { clock, realTime, secrets, send, log } = deps
  const payload = JSON.stringify(presentEvent(event))
  let opened: string[]
  try {
    opened = endpoint.secrets
      .filter(({ until }) => until === null || clock.now() < until)
      .map(({ sealed }) => secrets.open(sealed, endpoint.id))
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    log.error({ endpoint: endpoint.id, code: error.code }, error.message)
    return { failure: error.code }
  }
  const timestamp = Math.floor(realTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'per-second-webhooks/1',
    ...(event.traceparent !== null && { traceparent: event.traceparent }),
    ...signDelivery({ id: event.id, timestamp, payload }, opened),
  }
  return send({ url: endpoint.url, headers, body: payload }, stop)
}
