import { webUrl } from '../chains/web-url.ts'

/**
 * Where the page goes after completion or cancelling: `{CHECKOUT_SESSION_ID}` is replaced, also where a URL parser has encoded its braces.
 * Null unless the result is http(s). The element navigates to no other address.
 */
export function returnUrl(template: string, sessionId: string): string | null {
  const id = encodeURIComponent(sessionId)
  return webUrl(template.replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, id))?.href ?? null
}
