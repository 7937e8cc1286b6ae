import { pageUrl } from './page-url.ts'

/** Where the exit is that a page names, relative to the page itself; null for what is no http(s) address. */
export function exitHref(exitUrl: string): string | null {
  const url = URL.parse(exitUrl, pageUrl())
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
