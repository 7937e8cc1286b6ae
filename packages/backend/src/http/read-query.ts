import { z } from 'zod'
import { schemaRefusal } from './schema-refusal.ts'

/**
 * The query parameters of a request, typed by the route's schema.
 *
 * @throws {ApiError} on the first parameter that is unknown, repeated or not acceptable
 */
export function createQueryReader(schema: z.ZodObject): (url: string) => unknown {
  const empty = schema.safeParse({})
  return url => {
    const query = queryOf(url)
    return query === '' && empty.success ? empty.data : readQuery(schema, query)
  }
}

function readQuery(schema: z.ZodObject, query: string): unknown {
  const raw: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    // A repeated parameter becomes a list, which no field accepts.
    raw[name] =
      name in raw ? [raw[name], value] : isInteger(schema.shape[name]) ? integerOrText(value) : value
  }
  const result = schema.safeParse({ ...raw })
  if (!result.success) throw schemaRefusal(schema, result.error, raw)
  return result.data
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : (url.slice(start + 1).split('#', 1)[0] ?? '')
}

function isInteger(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isInteger(field.unwrap())
  return field instanceof z.ZodNumber
}

/** A text that is no integer stays a text, for the schema to refuse. */
function integerOrText(value: string): number | string {
  return /^-?\d+$/.test(value) ? Number(value) : value
}
