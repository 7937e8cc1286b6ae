import type { EventType } from '@per-second/protocol/types'
import { InvalidRequestError } from './request/errors.ts'
import { newIdempotencyKey } from './request/idempotency-key.ts'
import { refuseUnknown } from './request/refuse-unknown.ts'
import type { BillingEvent } from './resources/billing-event.ts'
import { WebhookVerificationError } from './webhook-error.ts'
import { readWebhookHeaders, type WebhookHeaders } from './webhook-headers.ts'
import { isSigned, sign, signedContent } from './webhook-signature.ts'

const DEFAULT_TOLERANCE_SECONDS = 300
/** A service signs with one secret, or with a few while they are rotated. */
const MAX_SIGNATURES = 16

/** The body as received, before any parsing: a parsed and printed body has other bytes. */
export type WebhookPayload = string | Uint8Array | ArrayBuffer

export type VerifyOptions = {
  /** How far the signed timestamp may be from this machine's clock, in seconds. Default 300. */
  toleranceSeconds?: number
}

const VERIFY_OPTIONS = Object.keys({ toleranceSeconds: true } satisfies Record<keyof VerifyOptions, true>)

/** An event of a test. Omitted fields are made up. */
export type TestEvent<T extends EventType = EventType> = {
  [Type in T]: Pick<BillingEvent<Type>, 'type' | 'data'> &
    Partial<Pick<BillingEvent<Type>, 'id' | 'livemode' | 'created'>>
}[T]

/** A request that verifies: send it to your own receiver. */
export type SignedTestEvent = {
  payload: string
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
}

/**
 * Verifies that a webhook came from the service, unchanged and just now (Standard Webhooks 1.0), and returns its event.
 *
 * The same event can come more than once and in any order: tell repeats by `event.id`.
 *
 * @param secret the endpoint's signing secret, `whsec_…`. The value `undefined` is refused as `webhook_secret_missing`
 * @throws {WebhookVerificationError} with the fault in `code`
 * @throws {InvalidRequestError} `parameter_unknown` for an unknown option, `parameter_invalid` for an invalid tolerance
 *
 * @example
 * import { webhooks } from '@per-second/client'
 *
 * async function receive(request: Request): Promise<Response> {
 *   const event = await webhooks.verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET)
 *   if (event.type === 'invoice.paid') console.log(event.data.object.net)
 *   return new Response(null, { status: 204 })
 * }
 */
// biome-ignore lint/complexity/useMaxParams: merchants call it as they call other libraries' verify
async function verify(
  payload: WebhookPayload,
  headers: WebhookHeaders,
  secret: string | undefined,
  options: VerifyOptions = {},
): Promise<BillingEvent> {
  const key = givenSecret(secret)
  refuseUnknown(options, VERIFY_OPTIONS, 'an option of verify')
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS } = options
  checkTolerance(toleranceSeconds)
  const [id, timestamp, signature] = readWebhookHeaders(headers)
  if (!id || !timestamp || !signature) {
    throw new WebhookVerificationError(
      'webhook_headers_missing',
      `The header ${id ? (timestamp ? 'webhook-signature' : 'webhook-timestamp') : 'webhook-id'} is missing. Pass the original headers.`,
    )
  }
  refuseOtherTimes(timestamp, toleranceSeconds)
  const bytes = bytesOf(payload)
  const signatures = signature
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .filter(each => each.startsWith('v1,'))
    .map(each => each.slice('v1,'.length))
  if (!(await isSigned(key, signedContent(id, timestamp, bytes), signatures))) {
    throw new WebhookVerificationError(
      'webhook_signature_invalid',
      'No signature fits. Is it this endpoint’s secret, and the body as it came, before any parsing?',
    )
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as BillingEvent
  } catch (cause) {
    throw new WebhookVerificationError('webhook_payload_invalid', 'The payload is not JSON.', { cause })
  }
}

/**
 * Signs an event as the service would, for tests of a receiver.
 *
 * @param options.timestamp unix seconds (default: now)
 *
 * @example
 * import { webhooks } from '@per-second/client'
 *
 * const { payload, headers } = await webhooks.signTestEvent(
 *   { type: 'product.updated', data: { object: product } },
 *   'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
 * )
 * const answer = await fetch('http://localhost:3000/webhooks', { method: 'POST', body: payload, headers })
 */
async function signTestEvent(
  event: TestEvent,
  secret: string | undefined,
  options: { timestamp?: number } = {},
): Promise<SignedTestEvent> {
  const key = givenSecret(secret)
  refuseUnknown(options, ['timestamp'], 'an option of signTestEvent')
  const now = Math.floor(Date.now() / 1000)
  const { id = `evt_${newIdempotencyKey()}`, type, livemode = false, created = now, data } = event
  const payload = JSON.stringify({ id, object: 'event', type, livemode, created, data })
  const timestamp = String(options.timestamp ?? now)
  const content = signedContent(id, timestamp, new TextEncoder().encode(payload))
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${await sign(key, content)}`,
    },
  }
}

/** Receiving webhooks, and testing that one does. Needs no client and no API key. */
export const webhooks = { verify, signTestEvent }

/** A variable of the environment that is not set is the likeliest of all faults, and looks like a forged webhook. */
function givenSecret(secret: string | undefined): string {
  if (secret) return secret
  throw new WebhookVerificationError(
    'webhook_secret_missing',
    'No signing secret was given, so nothing can be verified. Pass the endpoint’s, whsec_…: it is shown when the endpoint is created, and again with rotate_secret. If it comes from the environment, that variable is not set.',
  )
}

/** With a tolerance that is no number no webhook would verify, and the fault would look like a wrong clock. */
function checkTolerance(seconds: number): void {
  if (typeof seconds === 'number' && seconds >= 0) return
  const message = 'toleranceSeconds must be a number of seconds, 0 or more.'
  const details = { param: 'toleranceSeconds', code: 'parameter_invalid' }
  throw new InvalidRequestError('invalid_request_error', message, details)
}

function refuseOtherTimes(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'webhook_timestamp_invalid',
      'webhook-timestamp is not in unix seconds.',
    )
  }
  const age = Math.floor(Date.now() / 1000) - Number(timestamp)
  if (Math.abs(age) <= toleranceSeconds) return
  throw new WebhookVerificationError(
    'webhook_timestamp_out_of_tolerance',
    `The webhook was signed ${Math.abs(age)} s ${age < 0 ? 'ahead' : 'ago'}, and the limit is ${toleranceSeconds} s: it is a replay, or a clock is wrong.`,
  )
}

function bytesOf(payload: WebhookPayload): Uint8Array {
  if (typeof payload === 'string') return new TextEncoder().encode(payload)
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  if (isArrayBuffer(payload)) return new Uint8Array(payload)
  throw new WebhookVerificationError(
    'webhook_payload_invalid',
    'Pass the body as it came, as text or bytes; a parsed one cannot be verified.',
  )
}

/** Also one of another realm, where a test runner has its own. */
function isArrayBuffer(payload: unknown): payload is ArrayBuffer {
  return Object.prototype.toString.call(payload) === '[object ArrayBuffer]'
}
