/**
 * The base of the page's relative addresses. A `<base>` changes nothing about it: a session's id would go to its host. A frame without an
 * address of its own has the origin of the page that made it.
 */
export function pageUrl(): string {
  return /^https?:/.test(location.href) ? location.href : self.origin
}
