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

/** Tells whether a path belongs to any of these templates. */
export function pathMatcher(templates: readonly string[]): (path: string) => boolean {
  const patterns = [...new Set(templates)].map(pathPattern)
  return path => patterns.some(pattern => pattern.test(path))
}

/** The paths of one template, as a pattern. */
export function pathPattern(template: string): RegExp {
  const literal = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
