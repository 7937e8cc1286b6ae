import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { EXPECTED_EXERCISE } from '../test/expected-exercise.ts'
import { bundle, createConsumerProject, run } from '../test/packed-client.ts'
import { startStubService } from '../test/stub-service.ts'

/**
 * Runs the packed client on every runtime its README names, against a real HTTP server, and has its types resolved by old and
 * new compilers. The runtimes come from npm, in these versions, into a folder below `node_modules` that is kept.
 */
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const RUNTIMES = {
  'node-18': `npm:node-${platform}@18.20.8`,
  'node-20': `npm:node-${platform}@20.19.0`,
  'node-22': `npm:node-${platform}@22.23.3`,
  deno: '2.9.6',
  bun: '1.4.5',
  workerd: '1.20261117.1',
  esbuild: '0.28.2',
  'typescript-5.0': 'npm:typescript@5.0.4',
  'typescript-5.9': 'npm:typescript@5.9.3',
}
const WORKERS = [
  {
    name: 'module-worker',
    source: 'export default { fetch: (_, { BILLING_URL }) => answer(BILLING_URL) }',
    binds: (code: string) => `modules = [(name = "worker", esModule = ${code})]`,
  },
  {
    name: 'script-worker',
    source: "addEventListener('fetch', event => event.respondWith(answer(BILLING_URL)))",
    binds: (code: string) => `serviceWorkerScript = ${code}`,
  },
]
const CACHE = join(import.meta.dirname, '../node_modules/.cache/runtimes')

await installRuntimes()
await using service = await startStubService()
await using project = await createConsumerProject()
const { folder } = project
const env = { PATH: process.env.PATH, HOME: folder, BILLING_URL: service.url, NO_COLOR: '1' }

for (const name of ['node-18', 'node-20', 'node-22']) {
  const node = binary(`${name}/bin/node`)
  const { stdout } = await run(node, ['--version'])
  for (const file of ['esm.mjs', 'cjs.cjs']) await exercise(`Node ${stdout.trim()}, ${file}`, node, [file])
  if (name !== 'node-18') await oneCopy(`Node ${stdout.trim()}`, node)
}
await exercise(`Deno ${RUNTIMES.deno}`, binary('@deno/*/deno'), [
  'run',
  '--allow-net',
  '--allow-env',
  'esm.mjs',
])
await exercise(`Bun ${RUNTIMES.bun}, esm.mjs`, binary('@oven/bun-*/bin/bun'), ['run', 'esm.mjs'])
await exercise(`Bun ${RUNTIMES.bun}, cjs.cjs`, binary('@oven/bun-*/bin/bun'), ['run', 'cjs.cjs'])
for (const worker of WORKERS) await exerciseInWorkerd(worker)
await exerciseEsbuild()
for (const name of ['typescript-5.0', 'typescript-5.9']) await typecheck(name)

async function installRuntimes(): Promise<void> {
  const manifest = JSON.stringify({ name: 'runtimes', private: true, dependencies: RUNTIMES })
  const installed = join(CACHE, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === manifest) return
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, 'package.json'), manifest)
  process.stdout.write('getting the runtimes from npm …\n')
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: CACHE })
  writeFileSync(installed, manifest)
}

function binary(pattern: string): string {
  const [found] = globSync(pattern, { cwd: join(CACHE, 'node_modules') })
  if (!found) throw new Error(`npm brought no ${pattern} for ${platform}.`)
  return join(CACHE, 'node_modules', found)
}

async function exercise(name: string, command: string, parameters: string[]): Promise<void> {
  const { stdout } = await run(command, parameters, { cwd: folder, env, timeout: 60_000 })
  assert.deepEqual(JSON.parse(stdout), EXPECTED_EXERCISE, name)
  done(name)
}

async function oneCopy(name: string, node: string): Promise<void> {
  const { stdout } = await run(node, ['both.cjs'], { cwd: folder, env, timeout: 60_000 })
  assert.deepEqual(JSON.parse(stdout), { oneCopy: true }, name)
  done(`${name}, import and require give one copy`)
}

/** The worker is bundled, and told where the service is by a binding. A live key is no browser's here. */
async function exerciseInWorkerd({ name, source, binds }: (typeof WORKERS)[number]): Promise<void> {
  writeFileSync(join(folder, `${name}.mjs`), `import { answer } from './worker.mjs'\n${source}\n`)
  await bundle(folder, `${name}.mjs`, `${name}.js`)
  const configuration = join(folder, `bundled/${name}.capnp`)
  writeFileSync(
    configuration,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      ${binds(`embed "${name}.js"`)},
      bindings = [(name = "BILLING_URL", text = "${service.url}")],
      compatibilityDate = "2026-09-06",
    )),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  )
  const command = binary('@cloudflare/workerd-*/bin/workerd')
  const workerd = spawn(command, ['serve', '--control-fd=3', configuration], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  try {
    const [line] = await once(createInterface(workerd.stdio[3] as Readable), 'line', {
      signal: AbortSignal.timeout(30_000),
    })
    const response = await fetch(`http://127.0.0.1:${JSON.parse(line).port}`)
    assert.deepEqual(await response.json(), { ...EXPECTED_EXERCISE, liveKey: 'cus_1' }, name)
  } finally {
    workerd.kill()
  }
  done(`workerd ${RUNTIMES.workerd}, ${name}`)
}

/** Another bundler's idea of a file for a page, run where `require` and Node's modules cannot be found. */
async function exerciseEsbuild(): Promise<void> {
  const page = join(folder, 'page.js')
  await run(
    binary('@esbuild/*/bin/esbuild'),
    ['page.mjs', '--bundle', '--platform=browser', `--outfile=${page}`],
    {
      cwd: folder,
    },
  )
  writeFileSync(
    join(folder, 'run-page.mjs'),
    `globalThis.BILLING_URL = '${service.url}'
await import('./page.js')
process.stdout.write(JSON.stringify(await globalThis.outcome))
`,
  )
  await exercise(`a bundle by esbuild ${RUNTIMES.esbuild}`, 'node', ['run-page.mjs'])
}

async function typecheck(name: string): Promise<void> {
  copyFileSync(join(folder, 'types.ts'), join(folder, 'types.cts'))
  const tsc = binary(`${name}/lib/tsc.js`)
  const shared = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  for (const [file, ...options] of [
    ['types.ts', '--module', 'nodenext'],
    ['types.cts', '--module', 'nodenext'],
    ['types.ts', '--module', 'esnext', '--moduleResolution', 'bundler'],
    ['types.cts', '--module', 'commonjs', '--moduleResolution', 'node10'],
  ])
    await run('node', [tsc, ...shared, ...options, `${file}`], { cwd: folder }).catch(({ stdout }) =>
      assert.fail(`${name} ${file} ${options.join(' ')}: ${stdout}`),
    )
  done(`${name}, as ES module, CommonJS, for a bundler and for node10`)
}

function done(name: string): void {
  process.stdout.write(`ok  ${name}\n`)
}
