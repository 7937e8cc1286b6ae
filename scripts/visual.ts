import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { PNG } from 'pngjs'
import { build } from 'vite'
import { SCREEN_NAMES } from '../packages/authorise/test/screens.ts'
import { serve } from '../packages/authorise/test/site.ts'
import { looksOf } from '../packages/authorise/test/visual/looks.ts'
import { findChromium } from './find-chromium.ts'

const HELP = `Draws every screen of the element, of a commit and of the work tree, and compares them pixel by pixel.

Usage: npm run visual [-- REVISION]

  REVISION  the commit to compare with, HEAD where none is given
  --screen  only the screens whose names contain this text
  --help    this text

Pixels differ between browsers and between fonts, so both are drawn here and now. All pictures are in test-results/visual.
Exit code 1 when a screen looks different: look at both pictures. A change that you meant is fine.
`
const ROOT = join(import.meta.dirname, '..')
const PICTURES = join(ROOT, 'test-results/visual')
/** The same browser draws the edges of letters and curves a little differently each time: fewer pixels, or weaker ones, are no change. */
const [DIFFERING_PIXELS, DIFFERING_LEVELS] = [16, 24]
const NOW = new Date('2026-11-21T12:00:00Z')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { screen: { type: 'string', default: '' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) process.stdout.write(HELP)
else process.exitCode = await compare(positionals[0] ?? 'HEAD', values.screen)

/** 0 when all screens look the same. */
async function compare(revision: string, chosen: string): Promise<0 | 1> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-visual-'))
  const before = join(folder, 'checkout')
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', before, revision], { cwd: ROOT })
  try {
    linkModules(before)
    const folders = { '/before/': join(folder, 'before'), '/after/': join(folder, 'after') }
    await buildPage(before, folders['/before/'])
    await buildPage(ROOT, folders['/after/'])
    const site = await serve({}, folders, "default-src 'self' data: 'unsafe-inline' 'unsafe-eval'")
    try {
      return await draw(site.url, chosen)
    } finally {
      await site.close()
    }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', before], { cwd: ROOT })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The dependencies are those of the work tree, but its own packages are the commit's. */
function linkModules(checkout: string): void {
  for (const place of ['', 'packages/authorise', 'packages/protocol', 'packages/contracts']) {
    const modules = join(ROOT, place, 'node_modules')
    for (const name of namesIn(modules)) {
      const isOwn = name === '@per-second'
      for (const part of isOwn ? namesIn(join(modules, name)) : ['']) {
        const link = join(checkout, place, 'node_modules', name, part)
        mkdirSync(dirname(link), { recursive: true })
        symlinkSync(isOwn ? join(checkout, 'packages', part) : join(modules, name), link)
      }
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

async function buildPage(root: string, outDir: string): Promise<void> {
  const visual = join(root, 'packages/authorise/test/visual')
  await build({
    root: visual,
    configFile: false,
    logLevel: 'warn',
    base: './',
    resolve: { conditions: ['@per-second/source', 'module', 'browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(visual, 'page.html') } },
  })
}

async function draw(url: string, chosen: string): Promise<0 | 1> {
  rmSync(PICTURES, { recursive: true, force: true })
  const browser = await chromium.launch(await findChromium())
  const screens = SCREEN_NAMES.filter(name => name.includes(chosen))
  let changes = 0
  for (const screen of screens) {
    const [before, after] = await Promise.all(
      ['before', 'after'].map(version => picturesOf(browser, `${url}/${version}/page.html`, screen)),
    )
    const told: string[] = []
    for (const [look, picture] of after ?? []) {
      const pixels = differingPixels(before?.get(look), picture)
      if (pixels > DIFFERING_PIXELS)
        told.push(
          `${look} ${pixels === Number.POSITIVE_INFINITY ? '(new or of another size)' : `(${pixels} pixels)`}`,
        )
      save(`${screen}.${look}.after.png`, picture)
      save(`${screen}.${look}.before.png`, before?.get(look))
    }
    if (told.length > 0) changes += 1
    console.log(told.length > 0 ? `changed  ${screen}: ${told.join(', ')}` : `same     ${screen}`)
  }
  await browser.close()
  console.log(
    `${changes} of ${screens.length} screens look different. The pictures are in test-results/visual.`,
  )
  return changes > 0 ? 1 : 0
}

/** The pictures of a screen by look. Empty where the version has no such screen. */
async function picturesOf(
  browser: Browser,
  address: string,
  screen: (typeof SCREEN_NAMES)[number],
): Promise<Map<string, Buffer>> {
  // A context of its own, because tabs of one browser share the lock of a signature.
  const context = await browser.newContext({
    viewport: { width: 1000, height: 1600 },
    locale: 'en',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  await page.goto(address)
  const pictures = new Map<string, Buffer>()
  if (await page.evaluate(name => window.hasScreen?.(name) ?? true, screen)) {
    await page.evaluate(name => window.drawScreen(name), screen)
    for (const { file, ...look } of looksOf(screen)) {
      await page.evaluate(dress => window.dressElement(dress), look)
      pictures.set(file, await page.locator('body').screenshot({ animations: 'disabled', caret: 'hide' }))
    }
  }
  await context.close()
  return pictures
}

function save(name: string, picture: Buffer | undefined): void {
  if (!picture) return
  mkdirSync(PICTURES, { recursive: true })
  writeFileSync(join(PICTURES, name), picture)
}

function differingPixels(before: Buffer | undefined, after: Buffer): number {
  if (!before) return Number.POSITIVE_INFINITY
  if (before.equals(after)) return 0
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(after)]
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY
  let count = 0
  for (let at = 0; at < a.data.length; at += 4) {
    const levels = [0, 1, 2].map(channel =>
      Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)),
    )
    if (Math.max(...levels) > DIFFERING_LEVELS) count += 1
  }
  return count
}
