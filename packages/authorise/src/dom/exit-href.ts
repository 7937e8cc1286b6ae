import { webUrl } from '../chains/web-url.ts'
import { pageUrl } from './page-url.ts'

/** The address of the page's exit, relative to the page. Null unless it is http(s). */
export function exitHref(exitUrl: string): string | null {
  return webUrl(exitUrl, pageUrl())?.href ?? null
}
