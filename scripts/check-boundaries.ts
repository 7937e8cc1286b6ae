import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { BOUNDARY_RULES } from './boundary-rules.ts'

type Import = { target: string; typeOnly: boolean }

const SOURCES = ['packages/*/src/**/*.ts', 'demo/src/**/*.ts', 'e2e/**/*.ts']
const TEST = /\.(test|suite)\.ts$/

/**
 * Every import that breaks a rule of `boundary-rules.ts`, and every import cycle between modules, as sentences. Empty means the
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
    for (const { target, typeOnly } of targets) {
      for (const rule of BOUNDARY_RULES) {
        if (typeOnly && !rule.typesToo) continue
        if (!rule.from.test(file) || rule.notFrom?.test(file) || !rule.to.test(target)) continue
        violations.push(`${file} imports ${target}: ${rule.reason}`)
      }
    }
  }
  return [...violations, ...findCycles(imports)]
}

function importsOf(root: string, file: string): Import[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const statics = module.staticImports.map(entry => ({
    specifier: entry.moduleRequest.value,
    typeOnly: entry.entries.length > 0 && entry.entries.every(name => name.isType),
  }))
  const reexports = module.staticExports.flatMap(statement =>
    statement.entries.flatMap(entry =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
    ),
  )
  return [...statics, ...reexports].map(({ specifier, typeOnly }) => ({
    target: specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
    typeOnly,
  }))
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
    for (const { target, typeOnly } of imports.get(file) ?? []) {
      if (!typeOnly && imports.has(target)) visit(target, [...path, file])
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
