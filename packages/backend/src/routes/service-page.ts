import type { z } from 'zod'

/** The content of a page: bytes for a large, stored page. */
export type PageBody = string | Uint8Array<ArrayBuffer>

/** The service's reports about itself, outside the API: not JSON made by a schema, but still in the API document. */
export type ServicePage = {
  path: string
  operationId: string
  summary: string
  description: string
  mediaType: 'application/json' | 'text/html' | 'text/javascript' | 'text/plain'
  /** Takes the operator's token. */
  guarded: boolean
  /** Tells whether the service is well: counts against no bucket. */
  neverRefused?: true
  /** The answer, where it is JSON that a schema describes. */
  schema?: z.ZodType
  /** Answers 503 while the service is not ready. */
  mayBeUnready?: true
  /** The parameters of its path and its query. Other query parameters are ignored. */
  parameters?: readonly { name: string; in: 'path' | 'query'; description: string }[]
  headers?: () => Promise<Record<string, string>>
  /** @param parameter gives one of the parameters by its name, '' where it is not said */
  render(parameter: (name: string) => string): PageBody | Promise<PageBody>
}
