import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPECTED_EXERCISE } from './expected-exercise.ts'
import { bundle, type ConsumerProject, createConsumerProject, run } from './packed-client.ts'
import { type StubService, startStubService } from './stub-service.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
let project: ConsumerProject
let service: StubService

beforeAll(async () => {
  ;[project, service] = await Promise.all([createConsumerProject(), startStubService()])
})

afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await project?.[Symbol.asyncDispose]()
})

async function node(...parameters: string[]) {
  const env = {
    PATH: process.env.PATH,
    BILLING_URL: service.url,
    BILLING_KEY: 'sk_test_1',
    WEBHOOK_SECRET: SECRET,
  }
  return run('node', parameters, { cwd: project.folder, env, timeout: 100_000 })
}

test('installing it installs nothing else', () => {
  const installed = readdirSync(join(project.folder, 'node_modules')).filter(name => !name.startsWith('.'))
  expect(installed).toEqual(['@per-second'])
  expect(readdirSync(join(project.folder, 'node_modules/@per-second'))).toEqual(['client'])
})

describe('running', () => {
  test.each(['esm.mjs', 'cjs.cjs'])('%s, in Node', async file => {
    const { stdout } = await node(file)
    expect(JSON.parse(stdout)).toEqual(EXPECTED_EXERCISE)
  })

  test('require and import give one copy, so that instanceof holds', async () => {
    expect(JSON.parse((await node('both.cjs')).stdout)).toEqual({ oneCopy: true })
  })

  test('the CommonJS build itself', async () => {
    const script =
      "console.log(Object.keys(require('./node_modules/@per-second/client/dist/index.cjs')).sort().join())"
    expect((await node('--input-type=commonjs', '-e', script)).stdout.trim()).toBe(
      EXPECTED_EXERCISE.exports.join(),
    )
  })

  test('the command line, as npx finds it', async () => {
    const command = join(project.folder, 'node_modules/.bin/per-second-client')
    const env = { PATH: process.env.PATH, BILLING_URL: service.url, BILLING_KEY: 'sk_test_1' }
    const { stdout, stderr } = await run(command, ['--version'], { env })
    expect([stdout, stderr]).toEqual(['0.1.0\n', ''])
    const failed = await run(command, ['listen', '--forward'], { env }).catch(error => error)
    expect([failed.code, failed.stderr]).toEqual([
      2,
      '"--forward" is not an option of listen. Did you mean "--forward-to"?\nTry --help.\n',
    ])
  })

  test('a bundle, in a world without anything of Node', async () => {
    await bundle(project.folder, 'page.mjs', 'page.js')
    const code = readFileSync(join(project.folder, 'bundled/page.js'), 'utf8')
    const {
      fetch,
      AbortController,
      AbortSignal,
      Headers,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
      crypto,
      performance,
      setTimeout,
      clearTimeout,
      atob,
      btoa,
    } = globalThis
    const world = {
      fetch,
      AbortController,
      AbortSignal,
      Headers,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
      crypto,
      performance,
      setTimeout,
      clearTimeout,
      atob,
      btoa,
      BILLING_URL: service.url,
    }
    const context: typeof world & { outcome?: Promise<object> } = world
    runInNewContext(code, context)
    expect(JSON.parse(JSON.stringify(await context.outcome))).toEqual(EXPECTED_EXERCISE)
  })
})

describe('types', () => {
  const STRICT = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
  ]
  async function typecheck(file: string, ...parameters: string[]) {
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    await run(tsc, [...STRICT, ...parameters, file], { cwd: project.folder }).catch(({ stdout }) =>
      expect.fail(stdout),
    )
  }

  beforeAll(() => {
    writeFileSync(join(project.folder, 'types.cts'), readFileSync(join(project.folder, 'types.ts')))
    const types = join(project.folder, 'node_modules/@types')
    mkdirSync(types)
    symlinkSync(join(ROOT, 'node_modules/@types/node'), join(types, 'node'))
    symlinkSync(join(ROOT, 'node_modules/undici-types'), join(project.folder, 'node_modules/undici-types'))
  })

  test('in an ES module, a CommonJS module and for a bundler', async () => {
    const dom = ['--lib', 'es2022,dom,dom.iterable', '--types', '']
    await typecheck('types.ts', '--module', 'nodenext', ...dom)
    await typecheck('types.cts', '--module', 'nodenext', ...dom)
    await typecheck('types.ts', '--module', 'node16', ...dom)
    await typecheck('types.cts', '--module', 'node16', ...dom)
    await typecheck('types.ts', '--module', 'esnext', '--moduleResolution', 'bundler', ...dom)
  })

  test("with Node's types in place of the browser's", async () => {
    await typecheck('types.ts', '--module', 'nodenext', '--lib', 'es2022', '--types', 'node')
  })
})

describe('the examples', () => {
  test('compile as a merchant would compile them', async () => {
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    const files = readdirSync(join(project.folder, 'examples')).map(name => `examples/${name}`)
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
    await run(tsc, [...options, '--allowImportingTsExtensions', ...files], { cwd: project.folder }).catch(
      ({ stdout }) => expect.fail(stdout),
    )
  })

  const RUNS: [string, string[]][] = [
    ['quick-start', ['<billing-authorise session="cs_1" base-url="SERVICE"></billing-authorise>']],
    [
      'list-invoices',
      ['2 true', ...[5, 4, 3, 2, 1].map(n => `in_${n} 3600 2.466288 0x${String(n).repeat(64)}`)],
    ],
    ['handle-errors', ['no such customer: resource_missing req_1']],
    ['start-when-ready', ['running 1790000000']],
    ['receive-webhooks', []],
    ['test-webhooks', ['204 400']],
    ['travel-in-time', ['everything due until 1790000000 is done']],
  ]

  test('are all run', () => {
    const names = readdirSync(join(project.folder, 'examples')).map(file => file.replace('.ts', ''))
    expect(names.sort()).toEqual(RUNS.map(([name]) => name).sort())
  })

  test.each(RUNS)('%s runs', async (name, lines) => {
    const { stdout } = await node(`examples/${name}.ts`)
    const printed = stdout.trimEnd().replaceAll(service.url, 'SERVICE')
    expect(printed === '' ? [] : printed.split('\n')).toEqual(lines)
  })
})

test('no declaration names a file that is not there', () => {
  const types = join(project.folder, 'node_modules/@per-second/client/dist/types')
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' }).filter(each =>
    each.endsWith('.d.ts'),
  ))
    for (const [, path] of readFileSync(join(types, name), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g))
      if (!path?.startsWith('@per-second/client'))
        expect(
          existsSync(join(types, name, '..', `${path}`.replace(/\.js$/, '.d.ts'))),
          `${name}: ${path}`,
        ).toBe(true)
})
