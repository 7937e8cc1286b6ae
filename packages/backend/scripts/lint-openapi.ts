import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenApiDocument } from '../src/openapi/create-document.ts'
import { routeTable } from '../src/routes/route-table.ts'

/** Holds the documents of a local service and of one in production against Redocly's recommended rules: no error, no warning. */
const REDOCLY = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')
const SERVICES = { local: { local: true }, production: { local: false } }

type Report = { totals: { errors: number; warnings: number } }

const folder = mkdtempSync(join(tmpdir(), 'per-second-openapi-'))
try {
  for (const [name, config] of Object.entries(SERVICES)) lint(name, config)
} finally {
  rmSync(folder, { recursive: true })
}

function lint(name: string, config: { local: boolean }): void {
  const routes = routeTable.filter(route => config.local || !(route.localOnly || route.testOnly))
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(createOpenApiDocument(routes)))
  const flags = ['--extends=recommended', '--format=json', '--max-problems=20']
  const { stdout, stderr, error } = spawnSync(process.execPath, [REDOCLY, 'lint', file, ...flags], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  if (error) throw error
  const { totals }: Report = stdout === '' ? { totals: { errors: 1, warnings: 0 } } : JSON.parse(stdout)
  if (totals.errors + totals.warnings === 0) return
  process.stderr.write(`The document of ${name} mode:\n${stdout}${stderr}`)
  process.exitCode = 1
}
