import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { chromium } from 'playwright'
import { build } from 'vite'
import { serve } from '../packages/authorise/test/site.ts'
import { type DrawnWith, drawnWith } from '../packages/authorise/test/visual/drawn-with.ts'
import { findChromium } from './find-chromium.ts'

/**
 * Draws every screen of the element and compares it with the pictures in the repository, pixel by pixel. Pixels differ
 * between browsers and between fonts, so it compares only where both are the recorded ones, and fails where they are
 * not. `--update` draws all pictures again. The other arguments behind `--` go to Playwright.
 */
const VISUAL = join(import.meta.dirname, '../packages/authorise/test/visual')
const PICTURES = join(VISUAL, 'pictures')
const RECORD = join(PICTURES, 'drawn-with.json')

const update = process.argv.includes('--update')
const others = process.argv.slice(2).filter(argument => argument !== '--update')
const folder = mkdtempSync(join(tmpdir(), 'per-second-visual-'))
await build({
  root: VISUAL,
  configFile: false,
  logLevel: 'warn',
  base: './',
  resolve: { conditions: ['@per-second/source', 'module', 'browser', 'production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(VISUAL, 'page.html') } },
})
const site = await serve({}, { '/': folder }, "default-src 'self' data: 'unsafe-inline' 'unsafe-eval'")
const url = `${site.url}/page.html`
try {
  process.exitCode = await run()
} finally {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<number> {
  const found = await findChromium()
  const browser = await chromium.launch(found)
  const here = await drawnWith(browser, url)
  await browser.close()
  if (!update && !isRecorded(here)) return 1
  if (update && others.length === 0) rmSync(PICTURES, { recursive: true, force: true })
  const child = spawn(
    'playwright',
    ['test', '--config', join(VISUAL, 'playwright.config.ts'), ...(update ? ['-u', 'all'] : []), ...others],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_OPTIONS: '--conditions=@per-second/source',
        CHROMIUM_PATH: found.executablePath,
        CHROMIUM_ARGS: JSON.stringify(found.args),
        VISUAL_URL: url,
      },
    },
  )
  const [code] = await once(child, 'exit')
  if (code === 0 && update) {
    writeFileSync(RECORD, `${JSON.stringify(here, null, 2)}\n`)
    console.log(`Drawn with ${describe(here)}`)
  }
  return code ?? 1
}

function isRecorded(here: DrawnWith): boolean {
  const recorded: DrawnWith | null = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : null
  if (isDeepStrictEqual(recorded, here)) return true
  console.error(
    'Nothing was compared: pixels differ between browsers and fonts.\n' +
      `The pictures: ${describe(recorded)}\nThis machine: ${describe(here)}\n` +
      'Compare where both are the same, or draw the pictures anew here (npm run visual -- --update) and look at what changed.',
  )
  return false
}

function describe(drawn: DrawnWith | null): string {
  return drawn ? `${drawn.browser}, ${drawn.fonts.join(', ')}` : 'there are none'
}
