import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '../../..')
const PACKAGES = ['protocol', 'contracts', 'authorise']
const TOOLS = [
  'parcel@2.16.4',
  'webpack@5.113.0',
  'webpack-cli@6.0.1',
  'rollup@4.68.8',
  '@rollup/plugin-node-resolve@16.0.3',
  '@rollup/plugin-commonjs@29.0.3',
  '@rollup/plugin-json@6.1.0',
  'jsdom@26.1.0',
  'happy-dom@21.0.4',
]
/** A page's script, with the part for programs that have no page. */
const MAIN = `
import '@per-second/authorise/define'
import { fileStore, openMeter } from '@per-second/authorise/headless'
console.log(fileStore('meters'), openMeter)
`
let shop: string

/** A shop's own project outside the repository, into which npm installs the packed packages. */
beforeAll(async () => {
  shop = mkdtempSync(join(tmpdir(), 'authorise-bundlers-'))
  for (const name of process.env.PER_SECOND_BUILT ? [] : PACKAGES)
    await run('npm', ['run', '--silent', 'build', '-w', `@per-second/${name}`], { cwd: REPOSITORY })
  await run('npm', ['run', '--silent', 'pack', '--', shop, 'authorise'], { cwd: REPOSITORY })
  write('main.js', MAIN)
  write(
    'index.html',
    '<billing-authorise></billing-authorise><script type="module" src="./main.js"></script>',
  )
  await shell('npm', 'install', '--no-audit', '--no-fund', '--silent', ...TOOLS)
}, 400_000)

afterAll(() => {
  if (shop) rmSync(shop, { recursive: true, force: true })
})

function write(name: string, text: string): void {
  writeFileSync(join(shop, name), text)
}

/** A command's output, from both streams. */
async function shell(command: string, ...parameters: string[]): Promise<string> {
  const { NODE_ENV: _, NODE_OPTIONS: __, ...env } = process.env
  const { stdout, stderr } = await run(command, parameters, { cwd: shop, env, maxBuffer: 2 ** 24 })
  return stdout + stderr
}

test.each(PACKAGES)(
  '%s: the browser field names the file of every export, for tools that read no exports',
  name => {
    const { exports, main, browser } = JSON.parse(
      readFileSync(join(shop, 'node_modules/@per-second', name, 'package.json'), 'utf8'),
    ) as {
      main?: string
      browser: Record<string, string>
      exports: Record<string, string | { default: string }>
    }
    const files = Object.entries(exports).map(([path, target]): [string, string] => [
      path,
      typeof target === 'string' ? target : target.default,
    ])
    const isOther = ([path, file]: [string, string]) => path !== '.' && !path.includes('*') && path !== file
    const isOwn = ([path]: [string, string]) => path.startsWith('./dist/')
    expect(Object.fromEntries(Object.entries(browser).filter(each => !isOwn(each)))).toEqual(
      Object.fromEntries(files.filter(isOther)),
    )
    expect(main).toBe(new Map(files).get('.'))
  },
)

test('Parcel builds without configuration, and installs nothing by itself', async () => {
  const before = readFileSync(join(shop, 'package.json'), 'utf8')
  expect(await shell('npx', 'parcel', 'build', 'index.html', '--no-cache')).toContain('Built in')
  expect(readFileSync(join(shop, 'package.json'), 'utf8')).toBe(before)
})

test('webpack builds without a warning', async () => {
  const said = await shell('npx', 'webpack', './main.js', '--mode', 'production', '-o', 'out-webpack')
  expect(said).toMatch(/compiled successfully/)
})

test('Rollup warns of no module of ours', async () => {
  write(
    'rollup.config.js',
    `import resolve from '@rollup/plugin-node-resolve'
    import commonjs from '@rollup/plugin-commonjs'
    import json from '@rollup/plugin-json'
    export default {
      input: 'main.js',
      output: { dir: 'out-rollup' },
      plugins: [resolve({ browser: true }), commonjs(), json()],
      onwarn: warning => console.log('WARNING ' + warning.message.replaceAll(process.cwd(), '')),
    }`,
  )
  const warnings = (await shell('npx', 'rollup', '-c')).match(/^WARNING .*/gm) ?? []
  // Warnings about modules of viem and wagmi are not counted.
  expect(warnings.filter(text => !/node_modules\/(viem|@wagmi|ox|abitype)\//.test(text))).toEqual([])
})

test.each(['jsdom', 'happy-dom'])('%s draws the card of a session that a service answers for', async dom => {
  write('dom.js', DOM_PAGE)
  const { phase, text, complaints } = JSON.parse(await shell('node', 'dom.js', dom))
  expect([phase, complaints]).toEqual(['choosing', []])
  expect(text).toContain('$0.9972')
})

/** A page as test runners make it: globals of the DOM over those of Node, which keeps its `fetch`. */
const DOM_PAGE = `
import { createServer } from 'node:http'
const [, , kind] = process.argv
const { JSDOM, Window } = await import(kind)
const options = { url: 'http://localhost:3000/' }
const page = JSDOM ? new JSDOM('<!doctype html><html lang="en"></html>', options).window : new Window(options)
const OWN = new Set(['fetch', 'Request', 'Response', 'Headers', 'URL', 'URLSearchParams', 'crypto', 'performance', 'console', 'process', 'Buffer'])
const isOfDom = name => /^(HTML|SVG|Abort|Animation|CSS|Custom|DOM|Document|Element|Event|Input|Keyboard|Mouse|Mutation|Node|Pointer|ShadowRoot|Text|Comment|Storage)/.test(name)
const NAMES = ['document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'customElements', 'getComputedStyle', 'addEventListener', 'removeEventListener', 'dispatchEvent', 'requestAnimationFrame', 'cancelAnimationFrame']
for (const name of [...Object.getOwnPropertyNames(page).filter(isOfDom), ...NAMES]) {
  if (OWN.has(name) || page[name] === undefined) continue
  const isMethod = typeof page[name] === 'function' && /^[a-z]/.test(name)
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: isMethod ? page[name].bind(page) : page[name] })
}
for (const name of ['window', 'self']) Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: globalThis })
const complaints = []
process.on('unhandledRejection', error => complaints.push(String(error)))

const { startTestCheckout } = await import('@per-second/authorise/testing')
await import('@per-second/authorise/define')
const { service } = startTestCheckout()
const session = service.session
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  response.end(JSON.stringify(session))
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const element = document.createElement('billing-authorise')
element.addEventListener('billing-authorise-error', ({ code, cause }) => complaints.push(code + ' ' + cause))
Object.assign(element, { session: session.id, baseUrl: 'http://127.0.0.1:' + server.address().port })
document.body.append(element)
await new Promise(resolve => {
  for (const type of ['ready', 'error']) element.addEventListener('billing-authorise-' + type, resolve)
})
await element.updateComplete
console.log(JSON.stringify({ phase: element.phase, text: element.shadowRoot.querySelector('.card').textContent, complaints }))
process.exit(0)
`
