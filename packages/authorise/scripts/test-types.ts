import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Compiles a page of each framework against the built declarations, with that framework's own types and checker. Every fixture also
 * contains errors that must not compile.
 */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const FIXTURES = join(PACKAGE, 'type-fixtures')
const require = createRequire(join(PACKAGE, 'package.json'))
/** Vue's checker uses the compiler's JavaScript interface, which the repository's own compiler no longer has. */
const COMPILER_WITH_API = createRequire(require.resolve('svelte-check/package.json')).resolve(
  'typescript/lib/tsc',
)

if (!existsSync(join(PACKAGE, 'dist/index.d.ts'))) {
  process.stderr.write('Nothing is built to check: run "npm run build" first.\n')
  process.exit(1)
}

const checks: [name: string, command: string, parameters: string[]][] = [
  ['DOM', 'tsc', ['-p', 'tsconfig.json']],
  ['React 19', 'tsc', ['-p', 'tsconfig.react.json']],
  ['Solid', 'tsc', ['-p', 'tsconfig.solid.json']],
  [
    'Vue',
    process.execPath,
    [
      '-e',
      `require('vue-tsc').run(${JSON.stringify(COMPILER_WITH_API)})`,
      'vue-tsc',
      '-p',
      'tsconfig.vue.json',
    ],
  ],
  [
    'Svelte',
    'svelte-check',
    ['--tsconfig', './tsconfig.svelte.json', '--fail-on-warnings', '--threshold', 'warning'],
  ],
]
let failures = 0
for (const [name, command, parameters] of checks) {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: FIXTURES, encoding: 'utf8' })
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}\n`)
  if (status === 0) continue
  failures += 1
  process.stdout.write(`${stdout}${stderr}\n`)
}
process.exit(failures > 0 ? 1 : 0)
