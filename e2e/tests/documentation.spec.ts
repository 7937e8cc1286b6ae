import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test.use({ colorScheme: 'dark' })

test('a merchant finds what they look for, on any screen, and axe finds nothing', async ({ demo, page }) => {
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(demo.backend.url)
  await expect(page).toHaveTitle('Per-Second Billing')
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('lost_resp')
  await expect(page.getByRole('heading', { name: 'Found for “lost_resp”' })).toBeVisible()
  await page.getByRole('link', { name: 'Testing › Inject faults' }).click()
  await expect(page.getByRole('heading', { name: 'Inject faults' })).toBeInViewport()

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of [
      '',
      'concepts',
      'quick-start',
      'webhooks',
      'errors',
      'reference',
      'runbook',
      'authorise',
    ]) {
      await page.goto(`${demo.backend.url}/docs${name === '' ? '' : `/${name}`}`)
      if (name === 'webhooks') {
        await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('pause')
        await expect(page.getByRole('region', { name: 'Found' }).getByRole('link').first()).toBeVisible()
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect([name, width, colorScheme, await violationsOf(page)]).toEqual([name, width, colorScheme, []])
      }
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([name, width, wider]).toEqual([name, width, 0])
    }
  }
  expect(problems).toEqual([])
})

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
    return (await axe.run()).violations.map(({ id }) => id)
  })
}
