import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const PACKAGE = join(import.meta.dirname, '..')
const MODULES = join(PACKAGE, '../../node_modules')
const run = promisify(execFile)
let project: string

/**
 * A folder with the package as npm unpacks it, and its dependencies, from this repository. No other files are within
 * its reach.
 */
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'packed-backend-'))
  if (!process.env.PER_SECOND_BUILT) await run('npm', ['run', '--silent', 'build'], { cwd: PACKAGE })
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: PACKAGE })
  const installed = join(project, 'node_modules/@per-second/backend')
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', join(project, stdout.trim()), '-C', installed, '--strip-components=1'])
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    mkdirSync(join(placeOf(name), '..'), { recursive: true })
    symlinkSync(join(MODULES, name), placeOf(name))
  }
})

const placeOf = (name: string) => join(project, 'node_modules', name)

afterAll(() => rmSync(project, { recursive: true, force: true }))

const bin = () => join(project, 'node_modules/@per-second/backend/bin/per-second.js')

test('the installed command starts the service, tells the way in, serves all of it, and ends when it is told to', async () => {
  const backend = spawn(bin(), ['--port', '0', '--data', 'data'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(backend, 'exit')
  const said: string[] = []
  for await (const line of createInterface(backend.stdout)) {
    said.push(line)
    if (line === 'Ctrl-C stops it.') break
  }
  const url = said[0]?.replace('Billing service   ', '') ?? ''
  expect(said).toEqual([
    `Billing service   ${url}`,
    `Documentation     ${url}/docs`,
    expect.stringMatching(/^Embedded chain {4}http:\/\/127\.0\.0\.1:\d+ \(chain 31337\)$/),
    expect.stringMatching(/^Test key {10}sk_test_\w{32}$/),
    `Test wallet       <script src="${url}/_local/test-wallet.js"></script>`,
    'Data folder       data',
    'Ctrl-C stops it.',
  ])
  const pages = ['/readyz', '/docs', '/docs/errors', '/openapi.json', '/_local/test-wallet.js']
  const types = await Promise.all(
    pages.map(async path => {
      const response = await fetch(url + path)
      return [response.status, response.headers.get('content-type'), (await response.text()).length > 0]
    }),
  )
  expect(types).toEqual([
    [200, 'application/json', true],
    [200, 'text/html; charset=utf-8', true],
    [200, 'text/html; charset=utf-8', true],
    [200, 'application/json', true],
    [200, 'text/javascript; charset=utf-8', true],
  ])
  backend.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('an older Node gets one sentence with the required version', async () => {
  const asNode20 = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); import(${JSON.stringify(bin())})`
  await expect(run(process.execPath, ['--eval', asNode20], { cwd: project })).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'This needs Node 24 or later, and Node 20.20.2 answered. This brings one along: npx --yes -p node@24 -p @per-second/backend per-second\n',
  })
})

test('the software bill of materials names the bundled packages, with version, licence and package address', () => {
  const bill = JSON.parse(readFileSync(join(placeOf('@per-second/backend'), 'dist/sbom.cdx.json'), 'utf8'))
  expect([bill.bomFormat, bill.specVersion, bill.metadata.component]).toEqual([
    'CycloneDX',
    '1.6',
    expect.objectContaining({ name: manifest.name, version: manifest.version, type: 'application' }),
  ])
  const found = new Map<string, unknown>(bill.components.map((each: { name: string }) => [each.name, each]))
  for (const name of [
    'hono',
    'viem',
    'zod',
    '@noble/hashes',
    'commander',
    'kysely',
    'pg',
    '@foundry-rs/anvil',
  ]) {
    const { version } = JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8'))
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    expect(found.get(name)).toMatchObject({ type: 'library', version, purl, 'bom-ref': purl })
  }
  expect(found.get('hono')).toMatchObject({ licenses: [{ expression: 'MIT' }] })
  expect(found.get('@foundry-rs/anvil')).toMatchObject({ scope: 'optional' })
  expect([...found.keys()]).not.toContain('vitest')
  expect(bill.dependencies[0].dependsOn).toHaveLength(found.size)
})

test('without the optional chain a local start names the missing package, and how to get it', async () => {
  rmSync(placeOf('@foundry-rs/anvil'))
  await expect(run(bin(), ['--port', '0', '--data', 'other'], { cwd: project })).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^The embedded chain needs the package @foundry-rs\/anvil, which is not installed here\. Install it with /,
    ),
  })
})
