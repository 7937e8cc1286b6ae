type Scope = {
  document?: unknown
  WorkerGlobalScope?: unknown
  location?: unknown
  Deno?: unknown
  Bun?: unknown
  process?: { versions?: { node?: string } }
}

/**
 * Whether this code runs in a web page or in one of a page's workers. Servers' runtimes say no: workers at the edge have no
 * location of their own, and where Node, Deno and Bun have one they say who they are. `process` is looked at last, because
 * merely touching it fails in some edge workers.
 */
export function isBrowser(scope: Scope = globalThis as Scope): boolean {
  if (scope.document !== undefined) return true
  if (scope.WorkerGlobalScope === undefined || scope.location === undefined) return false
  return scope.Deno === undefined && scope.Bun === undefined && !scope.process?.versions?.node
}
