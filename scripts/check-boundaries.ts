import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { BOUNDARY_RULES } from './boundary-rules.ts'
import { ROOM_ORDER } from './room-order.ts'

type Import = { target: string; kind: 'value' | 'type' | 'import()' }

const SOURCES = ['packages/*/src/**/*.ts', 'demo/src/**/*.ts', 'e2e/**/*.ts']
const TEST = /\.(test|suite)\.ts$/

/**
 * Every import that breaks a rule of `boundary-rules.ts` or the order of `room-order.ts`, and every import cycle between modules, as
 * sentences. Empty means the
 * house stands.
 *
 * @param root the repository, or a fixture laid out like it
 */
export function findBoundaryViolations(root: string): string[] {
  const files = SOURCES.flatMap(pattern => globSync(pattern, { cwd: root })).filter(
    file => !file.includes('node_modules') && !file.includes('/dist/'),
  )
  if (files.length === 0) return [`no source files found below ${root}: the check would prove nothing`]
  const imports = new Map(files.map(file => [file, importsOf(root, file)]))
  const violations: string[] = []
  for (const [file, targets] of imports) {
    if (TEST.test(file)) continue
    for (const { target, kind } of targets) {
      const upwards = orderProblem(file, target)
      if (upwards !== null) violations.push(`${file} imports ${target}: ${upwards}`)
      for (const rule of BOUNDARY_RULES) {
        if (rule.chunkOnly && kind !== 'value') continue
        if (!rule.from.test(file) || rule.notFrom?.test(file) || !rule.to.test(target)) continue
        violations.push(`${file} imports ${target}: ${rule.reason}`)
      }
    }
  }
  return [...violations, ...findCycles(imports)]
}

function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const statics = module.staticImports.map(entry => ({
    specifier: entry.moduleRequest.value,
    kind: kindOf(entry.entries.length > 0 && entry.entries.every(name => name.isType)),
  }))
  const reexports = module.staticExports.flatMap(statement =>
    statement.entries.flatMap(entry =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, kind: kindOf(entry.isType) }] : [],
    ),
  )
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const specifier = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    return specifier === undefined ? [] : [{ specifier, kind: 'import()' as const }]
  })
  return [...statics, ...reexports, ...dynamics].map(({ specifier, kind }) => ({
    target: specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
    kind,
  }))
}

function kindOf(isType: boolean): 'value' | 'type' {
  return isType ? 'type' : 'value'
}

/** The fault of an import between two rooms of one package, or null without one. */
function orderProblem(file: string, target: string): string | null {
  const own = /^(?:packages\/)?[^/]+(?=\/src\/)/.exec(file)?.[0]
  if (own === undefined || !target.startsWith(`${own}/src/`)) return null
  const rooms = ROOM_ORDER[own] ?? ['.']
  const [from, to] = [file, target].map(path => roomOf(path.slice(`${own}/src/`.length))) as [string, string]
  const floorOf = (room: string) => rooms.findIndex(floor => [floor].flat().includes(room))
  const unknown = [from, to].find(room => floorOf(room) === -1)
  if (unknown !== undefined) return `${unknown} is not in scripts/room-order.ts`
  return floorOf(to) > floorOf(from) ? `${from} comes before ${to} in scripts/room-order.ts` : null
}

function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '.'
}

function findCycles(imports: Map<string, Import[]>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) {
      cycles.push(`import cycle: ${[...path.slice(start), file].join(' -> ')}`)
      return
    }
    if (done.has(file)) return
    for (const { target, kind } of imports.get(file) ?? []) {
      if (kind === 'value' && imports.has(target)) visit(target, [...path, file])
    }
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return cycles
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const violations = existsSync(root) ? findBoundaryViolations(root) : []
  for (const violation of violations) console.error(violation)
  process.exit(violations.length > 0 ? 1 : 0)
}
