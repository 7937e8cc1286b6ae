import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { startDemo } from '../e2e/demo-process.ts'
import { findChromium } from './find-chromium.ts'

const HELP = `Draws the README's pictures again from the running demo: the component as it asks, and as it runs.

Usage: npm run screenshot

  --help    this text

It starts a demo of its own, on a free port and a folder of its own, and writes docs/authorise.png and docs/running.png.
`

process.exitCode = await main(process.argv.slice(2))

/** 0 done, 2 not understood. */
async function main(args: string[]): Promise<0 | 2> {
  try {
    const { help } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } }).values
    if (help) process.stdout.write(HELP)
    else await drawPictures()
    return 0
  } catch (error) {
    if (!isArgumentError(error)) throw error
    console.error(`${error.message}\nTry --help.`)
    return 2
  }
}

function isArgumentError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

async function drawPictures(): Promise<void> {
  const docs = join(import.meta.dirname, '../docs')
  const demo = await startDemo()
  const browser = await chromium.launch(await findChromium())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 })
    const element = page.locator('billing-authorise')
    const confirm = () =>
      page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.goto(demo.url)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'H100 80 GB' })
      .first()
      .getByRole('button', { name: 'Rent' })
      .click()
    await page.getByRole('button', { name: 'Get test AUSD' }).click()
    await page.getByText('100 test AUSD arrived.').waitFor()
    await element.getByRole('button', { name: 'Connect wallet' }).click()
    await confirm()
    await element.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    const authorise = element.getByRole('button', { name: /^Authorise/ })
    await authorise.waitFor()
    await element.screenshot({ path: join(docs, 'authorise.png') })
    await authorise.click()
    await confirm()
    await page.waitForURL(/\/success/)
    await element.getByText('00:03', { exact: true }).waitFor()
    await element.screenshot({ path: join(docs, 'running.png') })
  } finally {
    await browser.close()
    await demo.stop()
  }
}
