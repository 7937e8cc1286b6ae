import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@per-second/testing/playwright'
import { clickThrough } from '../../scripts/examples/click-through.ts'
import { runAgent } from '../../scripts/examples/run-agent.ts'
import { openShop } from './shop.ts'

const REPOSITORY = join(import.meta.dirname, '../..')

/** A port that the system has just released, and does not assign again as long as it has others. */
async function freePort(): Promise<string> {
  await using taken = await openShop()
  return new URL(taken.url).port
}

/** The examples that need only this repository's own packages. `npm run examples` goes through all of them, installed. */
for (const { name, program, seen } of [
  { name: 'plain-html', program: 'server.js', seen: [] },
  { name: 'machine', program: 'machine.js', seen: [] },
  { name: 'agent', program: 'shop.js', seen: ['machine 1: on', 'machine 1: stays on', 'machine 1: off'] },
])
  test(`the example ${name} sells, stops and hears of it`, async ({ backend, browser }, info) => {
    const folder = mkdtempSync(join(tmpdir(), 'per-second-example-'))
    cpSync(join(REPOSITORY, 'demo/examples', name), folder, { recursive: true })
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
    const merchant = await backend.createMerchant()
    const port = await freePort()
    const endpoint = await merchant.billing.webhookEndpoints.create({
      url: `http://127.0.0.1:${port}/webhooks`,
    })
    const child = spawn(process.execPath, ['--conditions=@per-second/source', program], {
      cwd: folder,
      env: {
        ...process.env,
        ...{
          PORT: port,
          BILLING_URL: backend.url,
          BILLING_KEY: merchant.test_key,
          WEBHOOK_SECRET: endpoint.secret,
        },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    let said = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      said += text
    })
    try {
      await expect.poll(() => said).toContain(`http://localhost:${port}`)
      const shop = `http://localhost:${port}`
      if (name === 'agent') await runAgent(folder, shop, backend.line)
      else await clickThrough(browser, shop, info.outputPath('end.png'))
      for (const line of ['webhook: checkout.session.completed', 'webhook: subscription.canceled', ...seen])
        await expect.poll(() => said).toContain(line)
    } finally {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  })
