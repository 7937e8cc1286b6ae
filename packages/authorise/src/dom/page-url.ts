/**
 * The base of the page's relative addresses. A `<base>` changes nothing about it: a session's id would go to its host. A frame without an
 * address of its own has the origin of the page that made it. A file and a sandboxed frame have none, so only absolute addresses are valid.
 */
export function pageUrl(): string {
  if (isOnWeb()) return location.href
  const origin = pageOrigin()
  return origin === 'null' ? 'about:blank' : origin
}

/** The page's origin. A page may have a variable `origin` or `self` of its own, but it cannot replace its location. */
export function pageOrigin(): string {
  return isOnWeb() ? location.origin : window.origin
}

function isOnWeb(): boolean {
  return /^https?:/.test(location.href)
}
