import { z } from 'zod'
import type { JsonSchema } from './document-types.ts'
import { fieldText } from './field-texts.ts'

type Raw = { [keyword: string]: unknown }

/** Turns schemas that validate into schemas that describe; named ones are collected once and referred to. */
export type SchemaCollector = {
  /** @param context where the schema stands, for descriptions that depend on it */
  describe(schema: z.ZodType, io: 'input' | 'output', context: string): JsonSchema
  components(): Record<string, JsonSchema>
}

export function createSchemaCollector(): SchemaCollector {
  const components: Record<string, JsonSchema> = {}
  return {
    describe: (schema, io, context) => {
      const {
        $schema: _,
        $defs = {},
        ...rest
      } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as Raw
      for (const [name, definition] of Object.entries($defs as Record<string, Raw>)) {
        components[name] ??= tidy(definition, name) as JsonSchema
      }
      return tidy(rest, context) as JsonSchema
    },
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** References that fit an OpenAPI document, no bounds that say nothing, and a description for every field. */
function tidy(value: unknown, context: string): unknown {
  if (Array.isArray(value)) return value.map(item => tidy(item, context))
  if (typeof value !== 'object' || value === null) return value
  const tidied: Raw = {}
  for (const [keyword, content] of Object.entries(value)) {
    if (keyword === '$ref') tidied[keyword] = String(content).replace('#/$defs/', '#/components/schemas/')
    else if (keyword === 'properties')
      tidied[keyword] = describeFields(content as Record<string, Raw>, context)
    else if (content !== Number.MAX_SAFE_INTEGER && content !== Number.MIN_SAFE_INTEGER)
      tidied[keyword] = tidy(content, context)
  }
  return tidied
}

function describeFields(fields: Record<string, Raw>, context: string): Record<string, unknown> {
  const described: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const description = fieldText(context, name)
    described[name] = {
      ...(tidy(field, `${context}.${name}`) as Raw),
      ...(description !== undefined && { description }),
    }
  }
  return described
}
