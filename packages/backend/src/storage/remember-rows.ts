import type { Connection } from './engine.ts'

/**
 * Within one snapshot a row is the same however often it is asked for, and requests that come in together mostly ask for the same
 * key, merchant and product: what was found by one parameter is kept until `forget`.
 */
export function rememberRows(run: Connection['run']): { run: Connection['run']; forget(): void } {
  const known = new Map<string, Map<unknown, ReturnType<Connection['run']>>>()
  return {
    run: (sql, parameters) => {
      if (parameters.length !== 1) return run(sql, parameters)
      let found = known.get(sql)
      if (found === undefined) {
        found = new Map()
        known.set(sql, found)
      }
      let rows = found.get(parameters[0])
      if (rows === undefined) {
        rows = run(sql, parameters)
        found.set(parameters[0], rows)
      }
      return rows
    },
    forget: () => {
      for (const found of known.values()) found.clear()
    },
  }
}
