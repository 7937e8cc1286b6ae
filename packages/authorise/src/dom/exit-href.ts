import { pageUrl } from './page-url.ts'

/** The address of the page's exit, relative to the page. Null unless it is http(s). */
export function exitHref(exitUrl: string): string | null {
  const url = URL.parse(exitUrl, pageUrl())
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
