import type { Plugin } from 'vite'

/**
 * Gives each chunk a copy of the bundler's helpers (0.5 kB). As a module of their own a browser would ask for them only
 * after it has parsed the chunk, and the card of a visitor without a wallet would wait for one more response.
 */
export function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap(each => (each.type === 'chunk' ? [each] : []))
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      if (!runtime) return
      const users = chunks.filter(({ imports }) => imports.includes(runtime.fileName))
      for (const user of users) user.code = withHelpers(user.code, runtime)
      delete bundle[runtime.fileName]
    },
  }
}

/** @throws if the bundler writes imports and exports in another form */
export function withHelpers(code: string, runtime: { fileName: string; code: string }): string {
  const [, statement = '', imported = ''] =
    new RegExp(`(import\\{([^}]*)\\}from"\\./${runtime.fileName}";)`).exec(code) ?? []
  const [, body, exported = ''] = /^([\s\S]*)export\{([^}]*)\};?\s*$/.exec(runtime.code) ?? []
  if (!statement || !body) throw new Error('The bundler writes its helpers in another form than it did.')
  const helpers = `(()=>{${body}return{${pairs(exported, (local, name) => `${name}:${local}`)}}})()`
  return code.replace(
    statement,
    () => `const{${pairs(imported, (name, local) => `${name}:${local}`)}}=${helpers};`,
  )
}

/** `a as b,c` in another notation. */
function pairs(list: string, write: (before: string, after: string) => string): string {
  return list
    .split(',')
    .map(each => each.trim().split(' as '))
    .map(([before = '', after = before]) => write(before, after))
    .join(',')
}
