/**
 * Whether this code runs in a web page or in one of a page's workers. Servers' runtimes say no: Node, Deno and Bun have no
 * document, and workers at the edge have no location of their own.
 */
export function isBrowser(): boolean {
  const scope = globalThis as {
    document?: unknown
    WorkerGlobalScope?: unknown
    location?: { protocol?: string }
  }
  if (scope.document !== undefined) return true
  return scope.WorkerGlobalScope !== undefined && /^(https?|blob):$/.test(scope.location?.protocol ?? '')
}
