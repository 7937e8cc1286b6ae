import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'per-second-managers-'))
const tools = join(root, 'tools')
const run = promisify(execFile)

beforeAll(async () => {
  if (!process.env.PER_SECOND_BUILT) await run('npm', ['run', '--silent', 'build'], { cwd: REPOSITORY })
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{}')
  const managers = ['pnpm@12', 'yarn@1', 'bun@1']
  await run('npm', ['install', '--no-audit', '--no-fund', ...managers], { cwd: tools })
}, 300_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs the script in the repository, as npm does. */
function pack(...parameters: string[]): Promise<{ stdout: string }> {
  const { INIT_CWD: _, ...env } = process.env
  return run('node', ['scripts/pack.ts', ...parameters], { cwd: REPOSITORY, env })
}

test.each(['npm', 'pnpm', 'yarn', 'bun'])(
  '%s installs the packages that npm run pack names',
  async manager => {
    const shop = join(root, manager)
    const options = manager === 'pnpm' ? ['--pnpm'] : []
    await run('npm', ['run', '--silent', 'pack', '--', shop, ...options], { cwd: REPOSITORY })
    const program = manager === 'npm' ? manager : join(tools, 'node_modules/.bin', manager)
    await run(program, ['install'], { cwd: shop })
    const script =
      "const [a, b] = [await import('@per-second/client'), await import('@per-second/authorise/server')]; console.log(typeof a.createClient, typeof b.renderSkeleton)"
    const { stdout } = await run('node', ['--input-type=module', '-e', script], { cwd: shop })
    expect(stdout.trim()).toBe('function function')
    const help = await run(join(shop, 'node_modules/.bin/per-second'), ['--help'], { cwd: shop })
    expect(help.stdout).toContain('Usage: per-second')
  },
  300_000,
)

test('a package brings those that it needs, and the manifest keeps its own lines', async () => {
  const shop = join(root, 'kept')
  mkdirSync(shop)
  writeFileSync(join(shop, 'package.json'), '{ "name": "shop", "dependencies": { "express": "^5.1.0" } }')
  const { stdout } = await pack(shop, 'authorise')
  expect(stdout).toBe(
    `Packed protocol, contracts, authorise.\nNext: cd ${relative(REPOSITORY, shop)} && npm install ./per-second-*.tgz\n`,
  )
  const packed = Object.fromEntries(
    ['protocol', 'contracts', 'authorise'].map(name => [
      `@per-second/${name}`,
      `file:./per-second-${name}-0.1.0.tgz`,
    ]),
  )
  expect(JSON.parse(readFileSync(join(shop, 'package.json'), 'utf8'))).toEqual({
    name: 'shop',
    dependencies: { express: '^5.1.0', ...packed },
    resolutions: packed,
  })
})

test.each(['', '--pnpm', 'client', '--yarn', '.', 'packages/client'])(
  '"%s" names no folder outside of the repository and is refused',
  async given => {
    await expect(pack(given)).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringContaining(
        'Name a folder outside of this repository first, for example ../shop.\nUsage: npm run pack -- FOLDER',
      ),
    })
  },
)

test.each(['react', '--yarn'])('%s is no package and refused with the names that are', async unknown => {
  await expect(pack(join(root, 'none'), unknown)).rejects.toMatchObject({
    code: 2,
    stdout: expect.stringContaining(
      `There is no package ${unknown}.\nUsage: npm run pack -- FOLDER [PACKAGE...] [--pnpm]\n`,
    ),
  })
  expect(existsSync(join(root, 'none'))).toBe(false)
})

test.each([
  ['a file', 'one/shop', 'one/shop', 'EEXIST: file already exists'],
  ['in a file', 'two/shop', 'two/shop/inner', 'ENOTDIR: not a directory'],
  ['one of a broken manifest', 'three/package.json', 'three', 'Expected property name'],
])('a folder that is %s is refused in a line, and nothing is packed', async (_, file, folder, reason) => {
  const [path, shop] = [join(root, file), join(root, folder)]
  mkdirSync(dirname(path))
  writeFileSync(path, '{ name: "shop" }')
  await expect(pack(shop, 'protocol')).rejects.toMatchObject({
    ...{ code: 1, stderr: '' },
    stdout: expect.stringMatching(`^${shop} or its package.json cannot be used. ${reason}.*\n$`),
  })
  expect(readdirSync(dirname(path))).toEqual([basename(path)])
})

test('an existing file of pnpm is left to its owner, with the lines that it needs', async () => {
  const shop = join(root, 'pnpm-own')
  const own = join(shop, 'pnpm-workspace.yaml')
  mkdirSync(shop)
  writeFileSync(own, 'minimumReleaseAge: 0\n')
  const { stdout } = await pack(shop, 'client', '--pnpm')
  expect(stdout).toContain(
    `${own} needs these lines:\noverrides:\n  "@per-second/client": file:./per-second-client-0.1.0.tgz\n`,
  )
  expect(readFileSync(own, 'utf8')).toBe('minimumReleaseAge: 0\n')
})
