import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CheckoutSession } from '@per-second/protocol/types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../src/chain/embedded/free-port.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

const CLIENT = join(import.meta.dirname, '../../client')

let backend: BackendProcess
let folder: string
beforeAll(async () => {
  backend = await startBackend()
  folder = mkdtempSync(join(tmpdir(), 'per-second-shop-'))
}, 30_000)
afterAll(async () => {
  await backend.remove()
  rmSync(folder, { recursive: true })
})

/** The sample under this label on the reference page, as somebody copies it. */
async function sampleOf(label: string): Promise<string> {
  const page = await (await fetch(`${backend.url}/docs`)).text()
  const found = page
    .split(`<figcaption>${label}</figcaption><pre tabindex="0"><code>`)[1]
    ?.split('</code></pre>')[0]
  if (found === undefined) throw new Error(`The reference has no sample "${label}".`)
  const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
  return found.replaceAll(/&(?:lt|gt|quot|amp);/g, entity => characters[entity] as string)
}

it('the shop of the reference sells a second, pasted as it is', async () => {
  writeFileSync(join(folder, 'shop.mjs'), await sampleOf('shop.mjs'))
  mkdirSync(join(folder, 'node_modules/@per-second'), { recursive: true })
  symlinkSync(CLIENT, join(folder, 'node_modules/@per-second/client'))
  mkdirSync(join(folder, 'billing-authorise'))
  writeFileSync(join(folder, 'billing-authorise/billing-authorise.js'), '// the element')
  const port = await freePort(null)
  const shop = spawn(process.execPath, ['--conditions=@per-second/source', 'shop.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      BILLING_URL: backend.url,
      BILLING_KEY: backend.merchant.test_key,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [url] = (await once(createInterface({ input: shop.stdout }), 'line')) as [string]
    const get = async (path: string) => {
      const response = await fetch(url + path)
      return `${response.status} ${(await response.text()).replace('<!doctype html><html lang="en">', '')}`
    }
    const page = await get('/')
    const session = /session="(cs_\w+)"/.exec(page)?.[1] as string
    expect(page).toBe(
      `200 <script type="module" src="/billing-authorise/billing-authorise.js"></script><billing-authorise session="${session}" base-url="${backend.url}"></billing-authorise>`,
    )
    expect(await get('/billing-authorise/billing-authorise.js')).toBe('200 // the element')
    expect(await get(`/thanks?session=${session}`)).toBe('200 Not authorised.')
    expect(await get('/thanks?session=cs_nobodys')).toMatch(/^400 /)
    expect(await get('/elsewhere')).toBe('404 Not here.')

    const subscriber = createSubscriber(backend)
    await subscriber.fund('10')
    const call = createCaller(backend.url, backend.merchant.test_key)
    await call('POST', '/v1/test_helpers/clock', { frozen: true })
    const { body } = await call<CheckoutSession>('GET', `/v1/checkout/sessions/${session}`)
    const { authorised } = await subscriber.subscribe(body, 3_600)
    await call('POST', '/v1/test_helpers/clock/advance', { seconds: 60 })
    const stop = `/stop?subscription=${authorised.subscription.id}`
    expect(
      await get(new URL(body.success_url.replace('{CHECKOUT_SESSION_ID}', session)).href.slice(url.length)),
    ).toBe(`200 60 seconds, $0.01662 <a href="${stop}">Stop</a>`)
    expect(await get(stop)).toBe('200 $0.01662 paid, $0.98058 returned.')
  } finally {
    shop.kill('SIGKILL')
    await once(shop, 'exit')
  }
}, 30_000)
