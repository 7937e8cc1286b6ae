/** The content of a page: bytes for a large, stored page. */
export type PageBody = string | Uint8Array<ArrayBuffer>

/** The service's reports about itself, outside the API and its document. */
export type ServicePage = {
  path: string
  mediaType: 'application/json' | 'text/html' | 'text/javascript' | 'text/plain'
  /** Takes the operator's token. */
  guarded?: boolean
  /** Tells whether the service is well: counts against no bucket. */
  neverRefused?: true
  headers?: () => Promise<Record<string, string>>
  /** @param page the path's parameter, '' where it has none */
  render(page: string): PageBody | Promise<PageBody>
}
