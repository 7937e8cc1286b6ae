import type { createOpenApiDocument } from './create-document.ts'

/** A JSON Schema. Named are the keywords that code reads. The others pass through. */
export type JsonSchema = Readonly<{ [keyword: string]: unknown }> & {
  $ref?: string
  anyOf?: JsonSchema[]
  description?: string
  enum?: unknown[]
  examples?: unknown[]
  items?: JsonSchema
  maximum?: number
  minimum?: number
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  type?: string | string[]
}

export type HeaderObject = { description: string; schema: JsonSchema; required?: boolean } | { $ref: string }

export type Example = { summary?: string; value: unknown } | { $ref: string }

export type MediaType = { schema: JsonSchema; example?: unknown; examples?: Record<string, Example> }

export type ResponseObject = {
  description: string
  headers?: Record<string, HeaderObject>
  content?: Record<string, MediaType>
}

export type ParameterObject =
  | {
      name: string
      in: 'path' | 'query' | 'header'
      required: boolean
      description: string
      schema: JsonSchema
      example?: unknown
    }
  | { $ref: string }

export type OperationObject = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: ParameterObject[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, ResponseObject>
}

export type PathItem = { get?: OperationObject; post?: OperationObject; delete?: OperationObject }

export type OpenApiDocument = ReturnType<typeof createOpenApiDocument>
