import { execFileSync } from 'node:child_process'
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
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, serve } from './site.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
const PACKAGES = ['protocol', 'contracts', 'authorise']
let project: string

/**
 * A shop's own project with the three packages as npm installs them. All other packages are the repository's, without the optional peer
 * that this shop did not install.
 */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'authorise-package-'))
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, '@per-second'), { recursive: true })
  for (const name of readdirSync(join(REPOSITORY, 'node_modules'))) {
    if (name.startsWith('.') || name === '@per-second' || name === '@walletconnect') continue
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(modules, name))
  }
  for (const name of PACKAGES) {
    if (!process.env.PER_SECOND_BUILT) npm('run', '--silent', 'build', '-w', `@per-second/${name}`)
    const answer = npm(
      'pack',
      '--json',
      '--silent',
      '--pack-destination',
      project,
      '-w',
      `@per-second/${name}`,
    )
    const packed: unknown = JSON.parse(answer)
    const [{ filename }] = (Array.isArray(packed) ? packed : Object.values(packed as object)) as [
      { filename: string },
    ]
    const target = join(modules, '@per-second', name)
    mkdirSync(target)
    execFileSync('tar', ['-xzf', join(project, filename), '-C', target, '--strip-components=1'])
  }
}, 180_000)

afterAll(() => {
  if (project) rmSync(project, { recursive: true, force: true })
})

function npm(...parameters: string[]): string {
  return execFileSync('npm', parameters, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const installed = (name: string) => join(project, 'node_modules/@per-second', name)

test.each(PACKAGES)('publint has nothing to say about %s', async name => {
  const pkg = JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8'))
  const { messages } = await publint({ pkgDir: installed(name), pack: false, level: 'warning', strict: true })
  expect(messages.map(message => formatMessage(message, pkg))).toEqual([])
})

test('every JavaScript export can be imported where there is no page', () => {
  const { exports } = JSON.parse(readFileSync(join(installed('authorise'), 'package.json'), 'utf8'))
  const paths = Object.entries(exports as Record<string, unknown>)
    .filter(([, target]) => typeof target === 'object')
    .map(([path]) => path.replace(/^\./, '@per-second/authorise'))
  const script = `for (const path of ${JSON.stringify(paths)}) console.log(path, Object.keys(await import(path)).length)`
  // Set to an older Node to check that version, too.
  const node = process.env.NODE_TO_IMPORT_WITH ?? process.execPath
  const said = execFileSync(node, ['--input-type=module', '-e', script], {
    cwd: project,
    encoding: 'utf8',
  })
  expect(
    said
      .trim()
      .split('\n')
      .map(line => line.split(' ')),
  ).toEqual([
    ['@per-second/authorise', '10'],
    ['@per-second/authorise/define', '0'],
    ['@per-second/authorise/wallet-connect', '0'],
    ['@per-second/authorise/server', '1'],
    ['@per-second/authorise/headless', '5'],
    ['@per-second/authorise/receipt', '1'],
    ['@per-second/authorise/testing', '5'],
    ['@per-second/authorise/react', '1'],
    ['@per-second/authorise/vue', '0'],
    ['@per-second/authorise/svelte', '0'],
    ['@per-second/authorise/solid', '0'],
  ])
})

test("a shop's own build, in a browser, under the strict policy", async () => {
  writeFileSync(
    join(project, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Shop</title></head><body><script type="module" src="/main.js"></script></body></html>',
  )
  writeFileSync(
    join(project, 'main.js'),
    `import '@per-second/authorise/define'
    import { BillingAuthorise } from '@per-second/authorise'
    import { showPhase, startTestCheckout } from '@per-second/authorise/testing'
    class ShopAuthorise extends BillingAuthorise {}
    customElements.define('shop-authorise', ShopAuthorise)
    if (location.search === '') for (const tag of ['billing-authorise', 'shop-authorise']) {
      const element = document.body.appendChild(document.createElement(tag))
      showPhase(element, 'meter_running', { wallet: { name: tag } }).then(() => { element.dataset.meter = element.meter })
    }
    globalThis.offerWalletConnect = () => {
      const { session, baseUrl } = startTestCheckout()
      const element = document.createElement('billing-authorise')
      Object.assign(element, { id: 'paired', session, baseUrl, walletConnectProjectId: 'project' })
      element.addEventListener('billing-authorise-error', event => { element.dataset.error = event.code })
      document.body.append(element)
    }`,
  )
  await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: join(project, 'out'), modulePreload: false },
  })
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html"
  const site = await serve(
    { '/': readFileSync(join(project, 'out/index.html'), 'utf8') },
    { '/': join(project, 'out') },
    policy,
  )
  const browser = await launch()
  try {
    const tab = await browser.newPage()
    const complaints: string[] = []
    tab.on('pageerror', error => complaints.push(error.message))
    tab.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await tab.goto(site.url)
    await tab.locator('billing-authorise[data-meter="running"]').waitFor()
    await tab.locator('shop-authorise[data-meter="running"]').waitFor()
    expect(complaints).toEqual([])
    // A page that is already connected would not show the list of wallets.
    await tab.goto(`${site.url}/?anew`)
    await tab.evaluate('offerWalletConnect()')
    await tab.locator('#paired').getByRole('button', { name: 'Connect wallet' }).click()
    await tab.locator('#paired').getByRole('button', { name: 'WalletConnect' }).click()
    await tab.locator('#paired[data-error="wallet_connect_missing"]').waitFor()
    expect(complaints).toEqual([
      expect.stringMatching(
        /^<billing-authorise> wallet_connect_missing: The attribute wallet-connect-project-id needs .* npm install @walletconnect\/sign-client@2, and import "@per-second\/authorise\/wallet-connect"\. session=cs_test_\w+ base-url=https:\/\/\S+\. See /,
      ),
    ])
  } finally {
    await browser.close()
    await site.close()
  }
})
