import { MIMEType } from 'node:util'
import type { Context } from 'hono'
import type { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import { readFields } from './read-fields.ts'

/** The most that a body may hold: bytes in all, and members of its object. */
export type BodyLimits = { bytes: number; members: number }

export const OF_A_SERVER: BodyLimits = { bytes: 256 * 1024, members: Number.POSITIVE_INFINITY }
/** A page sends a handful of fields and a signature. */
export const OF_A_PAGE: BodyLimits = { bytes: 32 * 1024, members: 64 }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A body as it was sent, for the idempotency fingerprint, and as the schema understood it. */
export type Body = { sent: object; value: unknown }

/**
 * Reads, in this order, type, size, JSON and fields of a body. No body is `{}` where `{}` would do.
 *
 * @throws {ApiError} `content_type_unsupported`, `body_too_large`, `json_invalid`, or about the first field at fault
 */
export async function readBody(c: Context, schema: z.ZodObject, most: BodyLimits): Promise<Body> {
  const declaredLength = Number(c.req.header('Content-Length') ?? Number.NaN)
  if (declaredLength > most.bytes) throw bodyTooLarge(most)
  const declaresBody = declaredLength > 0 || c.req.header('Transfer-Encoding') !== undefined
  if (declaresBody) refuseOtherTypes(c)
  const bytes = await readBytes(c, declaredLength, most)
  // A DELETE without a body comes with a stream all the same, an empty one.
  if (!declaresBody && bytes.length > 0) refuseOtherTypes(c)
  const sent = bytes.length === 0 ? emptyBody(schema) : parse(bytes)
  if (Object.keys(sent).length > most.members)
    throw new ApiError('body_too_large', `A body may have at most ${most.members} members.`)
  return { sent, value: readFields(schema, sent) }
}

function refuseOtherTypes(c: Context): void {
  const encoding = c.req.header('Content-Encoding') ?? 'identity'
  if (!isJson(c.req.header('Content-Type') ?? '') || encoding.toLowerCase() !== 'identity') {
    throw new ApiError(
      'content_type_unsupported',
      'Send the body as Content-Type: application/json in UTF-8.',
    )
  }
}

/** Other parameters than `charset` change nothing about JSON (RFC 8259, section 11). */
function isJson(type: string): boolean {
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset')?.trim() ?? 'utf-8')
  } catch {
    return false
  }
}

async function readBytes(c: Context, declaredLength: number, most: BodyLimits): Promise<Uint8Array> {
  try {
    // Node holds a sender to the length it declared, so that only an undeclared one needs counting.
    if (declaredLength >= 0) return new Uint8Array(await c.req.arrayBuffer())
    return await readCounted(c.req.raw.body, most)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('http_invalid', 'The body ended before it was complete.', { cause: error })
  }
}

async function readCounted(stream: ReadableStream<Uint8Array> | null, most: BodyLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream ?? []) {
    length += chunk.length
    if (length > most.bytes) throw bodyTooLarge(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function emptyBody(schema: z.ZodObject): object {
  if (schema.safeParse({}).success) return {}
  throw new ApiError('json_invalid', 'A JSON body is required.')
}

function parse(bytes: Uint8Array): object {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw new ApiError('json_invalid', 'The body is not valid JSON in UTF-8.', { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('json_invalid', 'The body must be a JSON object.')
  }
  return value
}

function bodyTooLarge({ bytes }: BodyLimits): ApiError {
  return new ApiError('body_too_large', `A body may have at most ${bytes / 1024} KiB.`)
}
