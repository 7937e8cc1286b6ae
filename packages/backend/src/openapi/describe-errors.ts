import { ERROR_CODES, type ErrorCode, type ErrorEnvelope, type ErrorType } from '@per-second/protocol/errors'
import { readPageFile } from '../files/read-page-file.ts'
import type { Example, HeaderObject, OperationObject, ResponseObject } from './document-types.ts'
import type { Refusal } from './refusals.ts'

const STATUS_TEXTS: Record<number, string> = {
  400: 'The request is wrong. Change it before you repeat it.',
  401: 'The key or token is missing or invalid. Change it before you repeat the request.',
  404: 'No such object in this mode, or no such route.',
  429: 'Too many requests. Repeat after `Retry-After` seconds.',
  500: 'The service failed. Safe to repeat with the same idempotency key.',
  503: 'The service is not ready or is stopping, or chain or database do not respond. Safe to repeat with the same idempotency key, after `Retry-After` seconds if the header is there.',
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
  // The fields that are not narrowed are named too: some tools take the properties of each part for all there are.
  const narrowed = {
    type: 'object',
    properties: {
      type: { enum: [...new Set(refusals.map(({ type }) => type))] },
      code: { enum: refusals.map(({ code }) => code) },
      message: true,
      param: true,
    },
    required: ['code'],
  }
  return {
    description: STATUS_TEXTS[status] ?? 'An error.',
    headers: {
      ...headers,
      ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' } }),
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
        examples: Object.fromEntries(refusals.map(refusal => [refusal.code, exampleOf(refusal)])),
      },
    },
  }
}

/** A code that comes under another type here than usually has an example of its own here. */
function exampleOf({ code, type }: Refusal): Example {
  return type === ERROR_CODES[code] ? { $ref: `#/components/examples/${code}` } : errorExample(code, type)
}

/** An example of every error that these operations refer to, by code, for the components of a document. */
export function errorExamples(operations: readonly OperationObject[]): Record<string, Example> {
  const used = new Set(
    operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content }) => Object.values(content ?? {}))
      .flatMap(({ examples }) => Object.entries(examples ?? {}))
      .flatMap(([code, example]) => ('$ref' in example ? [code] : [])),
  )
  const codes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter(code => used.has(code))
  return Object.fromEntries(codes.map(code => [code, errorExample(code, ERROR_CODES[code])]))
}

/** The cause of each code of the API, as the page of errors states it. */
const CAUSES = new Map(
  [...readPageFile('docs/errors.md').matchAll(/^## (\w+)\n\n- \*\*API, .*?\*\*: (.+?) \*\*Fix:\*\*/gm)].map(
    ([, code, cause = '']) => [code, cause],
  ),
)

function errorExample(code: ErrorCode, type: ErrorType): Example {
  const cause = CAUSES.get(code)
  if (cause === undefined) throw new Error(`docs/errors.md lacks ${code}.`)
  const message = cause.replaceAll('`', '')
  const value: ErrorEnvelope = { error: { type, message, code } }
  return { summary: cause, value }
}
