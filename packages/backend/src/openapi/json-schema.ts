import { z } from 'zod'
import type { JsonSchema } from './document-types.ts'

export type SchemaCollector = ReturnType<typeof createSchemaCollector>

/** Turns schemas that validate into schemas that describe. Named ones are collected once and referred to. */
export function createSchemaCollector() {
  const components: Record<string, JsonSchema> = {}
  return {
    describe: (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
      const {
        $schema: _,
        $defs = {},
        ...rest
      } = tidied(z.toJSONSchema(schema, { io, target: 'draft-2020-12' }))
      for (const [name, definition] of Object.entries($defs)) components[name] ??= definition
      return rest
    },
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** References that fit an OpenAPI document, and no bounds that say nothing. */
function tidied(schema: z.core.JSONSchema.BaseSchema): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  const bounds = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  return JSON.parse(text, (_, value) => (bounds.includes(value) ? undefined : value))
}
