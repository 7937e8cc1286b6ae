import { exitHref } from './exit-href.ts'
import { returnUrl } from './return-url.ts'

/** Where a running meter is extended: `extend-url` with the session's id in it, or null for an address that is not http(s). */
export function extendHref(extendUrl: string | null, sessionId: string): string | null {
  const page = extendUrl ? exitHref(extendUrl) : null
  return page && returnUrl(page, sessionId)
}
