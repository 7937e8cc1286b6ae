import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { chosenNames } from './chosen-names.ts'
import { clickThrough } from './examples/click-through.ts'
import { runAgent } from './examples/run-agent.ts'
import { type Program, runCommand, startProgram } from './examples/run-command.ts'
import { findChromium } from './find-chromium.ts'

/**
 * Builds each example of `demo/examples` from packed packages, in a folder outside this repository, and clicks through
 * it in a browser against the packed service. Names given on the command line choose examples.
 */
const REPOSITORY = join(import.meta.dirname, '..')
const EXAMPLES = join(REPOSITORY, 'demo/examples')
const PICTURES = join(REPOSITORY, 'test-results/examples')
const SERVICE_PORT = 4_970
const EVENTS = ['checkout.session.completed', 'subscription.started', 'subscription.canceled']
const READY_MS = 60_000

type Service = {
  url: string
  merchant: { test_key: string }
  chain: { rpc_url: string }
  admin_token: string
}

const names = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap(each =>
  each.isDirectory() ? each.name : [],
)
const usage = `Usage: npm run examples -- [NAME...]\nExamples: ${names.join(', ')}`
const chosen = chosenNames(names, { one: 'example', usage })

const folder = mkdtempSync(join(tmpdir(), 'per-second-examples-'))
mkdirSync(PICTURES, { recursive: true })
let service: Program | null = null
let browser: Browser | null = null
let failed = 0
try {
  await timed('built the packages', build)
  await timed('installed the service', () => install(join(folder, 'service'), ['backend']))
  const command = ['npx', 'per-second', '--port', `${SERVICE_PORT}`, '--data', 'data', '--json'] as const
  const running = await startProgram(join(folder, 'service'), command, {
    ready: /^\{.*\}$/m,
    withinMs: READY_MS,
  })
  service = running
  const line = JSON.parse(/^\{.*\}$/m.exec(running.said())?.[0] ?? '{}') as Service
  const { executablePath, args } = await findChromium()
  browser = await chromium.launch({ executablePath, args })
  for (const [index, name] of chosen.entries()) {
    const started = performance.now()
    try {
      await tryExample(name, { service: line, browser, port: SERVICE_PORT + 1 + index })
      console.log(`ok      ${name} (${secondsSince(started)} s)`)
    } catch (error) {
      failed += 1
      console.log(
        `FAILED  ${name} (${secondsSince(started)} s): ${error instanceof Error ? error.message : error}`,
      )
    }
  }
} finally {
  await browser?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`The pages as they were in the end: ${PICTURES}`)
process.exit(failed > 0 ? 1 : 0)

async function build(): Promise<void> {
  await runCommand(REPOSITORY, ['npm', 'run', '--silent', 'build'])
}

/** Packs packages into a folder and installs them there, with the commands of the examples' page. */
async function install(own: string, packages: readonly string[]): Promise<void> {
  await runCommand(REPOSITORY, ['npm', 'run', '--silent', 'pack', '--', own, ...packages])
  await runCommand(own, ['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock'])
}

async function tryExample(
  name: string,
  { service, browser, port }: { service: Service; browser: Browser; port: number },
): Promise<void> {
  const { url, merchant } = service
  const own = join(folder, name)
  cpSync(join(EXAMPLES, name), own, { recursive: true })
  await install(own, ['client', 'authorise'])
  await runCommand(own, ['npm', 'run', '--silent', '--if-present', 'build'])
  const shop = `http://localhost:${port}`
  const answer = await fetch(`${url}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${merchant.test_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${shop}/webhooks`, events: EVENTS }),
  })
  const { secret } = (await answer.json()) as { secret: string }
  const env = { PORT: `${port}`, BILLING_URL: url, BILLING_KEY: merchant.test_key, WEBHOOK_SECRET: secret }
  const program = await startProgram(own, ['npm', 'start'], {
    env,
    ready: new RegExp(`http://(localhost|127\\.0\\.0\\.1):${port}`),
    withinMs: READY_MS,
  })
  try {
    if (name === 'agent') await runAgent(own, shop, service)
    else await clickThrough(browser, shop, join(PICTURES, `${name}.png`))
    for (const event of EVENTS) await heard(program, `webhook: ${event}`)
    if (name === 'agent')
      for (const line of ['1: on', '1: stays on', '1: off']) await heard(program, `machine ${line}`)
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error}\nIt said:\n${program.said().slice(-2_000)}`,
    )
  } finally {
    await program.stop()
  }
}

/** Deliveries come a moment after their events. */
async function heard(program: Program, line: string): Promise<void> {
  const until = performance.now() + READY_MS
  while (!program.said().includes(line)) {
    if (performance.now() > until) throw new Error(`No "${line}" was logged.`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`        ${what} (${secondsSince(started)} s)`)
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(1)
}
