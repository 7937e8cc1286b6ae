import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '..')
const PACKAGES = ['protocol', 'contracts', 'client', 'authorise', 'backend', 'testing']
const root = mkdtempSync(join(tmpdir(), 'per-second-managers-'))
const packed = join(root, 'packed')
const tools = join(root, 'tools')
const run = promisify(execFile)

/** The lines that the quick start shows. */
function shown(language: 'json' | 'yaml', holds: string): string {
  const page = readFileSync(join(REPOSITORY, 'docs/quick-start.md'), 'utf8')
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, text = '']) => text,
  )
  return blocks.find(text => text.includes(holds)) ?? ''
}

beforeAll(async () => {
  for (const folder of [packed, tools]) mkdirSync(folder)
  const workspaces = PACKAGES.flatMap(name => ['-w', `@per-second/${name}`])
  if (!process.env.PER_SECOND_BUILT) await run('npm', ['run', '--silent', 'build'], { cwd: REPOSITORY })
  await run('npm', ['pack', '--silent', '--pack-destination', packed, ...workspaces], { cwd: REPOSITORY })
  writeFileSync(join(tools, 'package.json'), '{}')
  const managers = ['pnpm@12', 'yarn@1', 'bun@1']
  await run('npm', ['install', '--no-audit', '--no-fund', ...managers], { cwd: tools })
}, 300_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each(['pnpm', 'yarn', 'bun'])(
  '%s installs the packed packages with the lines of the quick start',
  async manager => {
    const shop = join(root, manager)
    mkdirSync(shop)
    for (const file of readdirSync(packed)) symlinkSync(join(packed, file), join(shop, file))
    writeFileSync(join(shop, 'package.json'), shown('json', '"resolutions"'))
    if (manager === 'pnpm') writeFileSync(join(shop, 'pnpm-workspace.yaml'), shown('yaml', 'overrides'))
    await run(join(tools, 'node_modules/.bin', manager), ['install'], { cwd: shop })
    const script =
      "const [a, b] = [await import('@per-second/client'), await import('@per-second/authorise/server')]; console.log(typeof a.createClient, typeof b.renderSkeleton)"
    const { stdout } = await run('node', ['--input-type=module', '-e', script], { cwd: shop })
    expect(stdout.trim()).toBe('function function')
    const help = await run(join(shop, 'node_modules/.bin/per-second'), ['--help'], { cwd: shop })
    expect(help.stdout).toContain('Usage: per-second')
  },
  300_000,
)
