import { z } from 'zod'
import type { JsonSchema } from './document-types.ts'

type Raw = { [keyword: string]: unknown }

export type SchemaCollector = ReturnType<typeof createSchemaCollector>

/** Turns schemas that validate into schemas that describe. Named ones are collected once and referred to. */
export function createSchemaCollector() {
  const components: Record<string, JsonSchema> = {}
  return {
    describe: (schema: z.ZodType, io: 'input' | 'output') => {
      const {
        $schema: _,
        $defs = {},
        ...rest
      } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as Raw
      for (const [name, definition] of Object.entries($defs as Record<string, Raw>)) {
        components[name] ??= tidy(definition) as JsonSchema
      }
      return tidy(rest) as JsonSchema
    },
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** References that fit an OpenAPI document, and no bounds that say nothing. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const tidied: Raw = {}
  for (const [keyword, content] of Object.entries(value)) {
    if (keyword === '$ref') tidied[keyword] = String(content).replace('#/$defs/', '#/components/schemas/')
    else if (content !== Number.MAX_SAFE_INTEGER && content !== Number.MIN_SAFE_INTEGER)
      tidied[keyword] = tidy(content)
  }
  return tidied
}
