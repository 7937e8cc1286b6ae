import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServicePages } from '../src/http/service-pages.ts'
import { createOpenApiDocument } from '../src/openapi/create-document.ts'
import type { Deps } from '../src/routes/deps.ts'
import { routeTable } from '../src/routes/route-table.ts'

/** Holds the documents of a local service and of one in production against Redocly's recommended rules: no error, no warning. */
const REDOCLY = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')
const SERVICES = {
  local: { local: true, adminToken: 'admin' },
  production: { local: false, adminToken: null },
}

type Report = { totals: { errors: number; warnings: number } }

const folder = mkdtempSync(join(tmpdir(), 'per-second-openapi-'))
try {
  for (const [name, config] of Object.entries(SERVICES)) lint(name, config)
} finally {
  rmSync(folder, { recursive: true })
}

function lint(name: string, config: { local: boolean; adminToken: string | null }): void {
  const routes = routeTable.filter(route => config.local || !(route.localOnly || route.testOnly))
  // Only the configuration is read before a page is requested.
  const pages = createServicePages({ config } as Deps, routes)
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(createOpenApiDocument(routes, pages)))
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
