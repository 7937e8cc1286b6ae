import { ERROR_CODES, type ErrorCode, type ErrorEnvelope } from '@per-second/protocol/errors'
import type { Example, HeaderObject, ResponseObject } from './document-types.ts'
import { ERROR_TEXTS } from './error-texts.ts'
import type { Refusal } from './refusals.ts'

const STATUS_TEXTS: Record<number, string> = {
  400: 'The request is at fault. Do not repeat it as it is.',
  401: 'Who asks is not known, or must not ask this way. Do not repeat it as it is.',
  404: 'No such object in this mode, or no such route.',
  429: 'Too many requests. Repeat after `Retry-After` seconds.',
  500: 'The service failed. Safe to repeat with the same idempotency key.',
  503: 'Not ready, ending, or the chain does not answer. Safe to repeat with the same idempotency key, after `Retry-After` seconds where it is said.',
}

/** The error answers of one operation by status: the envelope, narrowed to the types and codes that can occur there. */
export function describeErrors(
  refusals: readonly Refusal[],
  headers: Record<string, HeaderObject>,
): Record<string, ResponseObject> {
  const statuses = [...new Set(refusals.map(({ status }) => status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => {
      const own = refusals.filter(refusal => refusal.status === status)
      return [String(status), describeStatus(status, own, headers)]
    }),
  )
}

function describeStatus(
  status: number,
  refusals: readonly Refusal[],
  headers: Record<string, HeaderObject>,
): ResponseObject {
  const narrowed = {
    properties: {
      type: { enum: [...new Set(refusals.map(({ type }) => type))] },
      code: { enum: refusals.map(({ code }) => code) },
    },
    required: ['code'],
  }
  return {
    description: STATUS_TEXTS[status] ?? 'An error.',
    headers: {
      ...headers,
      ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
      ...(status === 503 && { 'Retry-After': { $ref: '#/components/headers/RetryAfterEnding' } }),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { error: narrowed } },
          ],
        },
        examples: Object.fromEntries(
          refusals.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

/** An example of every error, by code, for the components of a document. */
export function errorExamples(): Record<string, Example> {
  return Object.fromEntries(
    (Object.keys(ERROR_CODES) as ErrorCode[]).map(code => {
      const message = ERROR_TEXTS[code].replaceAll('`', '')
      const value: ErrorEnvelope = { error: { type: ERROR_CODES[code], message, code } }
      return [code, { summary: ERROR_TEXTS[code], value }]
    }),
  )
}
