import type { ErrorCode } from '@per-second/protocol/errors'
import type { z } from 'zod'

/** The content of a page: bytes for a large, stored page. */
export type PageBody = string | Uint8Array<ArrayBuffer>

/** How the API document describes a page. */
export type PageOperation = {
  operationId: string
  summary: string
  description: string
  /** The answer, where it is JSON that a schema describes. */
  schema?: z.ZodType
  /** The refusals of its own, beside those that every page has. */
  refusals?: readonly ErrorCode[]
}

/** The service's reports about itself, outside the API: not JSON made by a schema. */
export type ServicePage = {
  path: string
  /** Absent for pages of documentation. */
  operation?: PageOperation
  mediaType: 'application/json' | 'text/html' | 'text/javascript' | 'text/plain'
  /** Takes the operator's token. */
  guarded?: boolean
  /** Tells whether the service is well: counts against no bucket. */
  neverRefused?: true
  headers?: () => Promise<Record<string, string>>
  /** @param page the path's parameter, '' where it has none */
  render(page: string): PageBody | Promise<PageBody>
}
