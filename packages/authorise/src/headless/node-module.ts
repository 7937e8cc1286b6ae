/** The modules of Node that a program without a page needs. */
type NodeModules = {
  'node:crypto': typeof import('node:crypto')
  'node:fs/promises': typeof import('node:fs/promises')
  'node:os': typeof import('node:os')
}

/** Loads a module of Node where it is used. The import names no module, so a bundler for browsers leaves it alone. */
export function nodeModule<Name extends keyof NodeModules>(name: Name): Promise<NodeModules[Name]> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name)
}
