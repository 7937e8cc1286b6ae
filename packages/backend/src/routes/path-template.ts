/** The parameters of a path template: `/v1/products/{id}` has `id`. */
export type ExtractParams<Path extends string> = string extends Path
  ? Record<string, string>
  : { [Name in NamesIn<Path>]: string }

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The same path in the router's notation. */
export function routerPath(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Finds the methods of a path. None means that no route has it. */
export function methodFinder(
  routes: readonly { method: string; path: string }[],
): (path: string) => string[] {
  const known = routes.map(({ method, path }) => ({ method, pattern: pathPattern(path) }))
  return path => [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

/** The paths of one template, as a pattern. */
export function pathPattern(template: string): RegExp {
  const literal = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
