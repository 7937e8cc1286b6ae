import { expect, test } from '@playwright/test'
import { SCREEN_NAMES } from '../screens.ts'
import { canonicalPng } from './canonical-png.ts'
import { looksOf } from './looks.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

for (const screen of SCREEN_NAMES) {
  test(screen, async ({ page }) => {
    await page.clock.setFixedTime(NOW)
    await page.goto(process.env.VISUAL_URL ?? '')
    await page.evaluate(name => window.drawScreen(name), screen)
    for (const { file, ...look } of looksOf(screen)) {
      await page.evaluate(dress => window.dressElement(dress), look)
      const picture = await page.locator('body').screenshot({ animations: 'disabled', caret: 'hide' })
      expect.soft(canonicalPng(picture)).toMatchSnapshot([screen, `${file}.png`])
    }
  })
}
