import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import '../src/define.ts'
import { mountedScreen } from './mounted-screen.ts'
import { SCREEN_NAMES } from './screens.ts'

const CONTROLS = 'button, input, select, summary, a[href]'

beforeAll(async () => {
  await page.viewport(390, 844)
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true })
})
afterAll(() => cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false }))

test('the page has a coarse pointer', () => {
  expect(matchMedia('(pointer: coarse)').matches).toBe(true)
})

describe.each(SCREEN_NAMES)('%s', name => {
  const mounted = mountedScreen(name)

  test('every target is at least 44 px, and every field has text of at least 16 px', async () => {
    const element = mounted()
    const { renderRoot } = element
    const found: string[] = []
    for (const details of renderRoot.querySelectorAll('details')) details.open = true
    await element.updateComplete
    for (const each of renderRoot.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!each.checkVisibility() || each.closest('.visually-hidden')) continue
      // A press on a label is one on its input.
      const target = each.closest('label') ?? each
      const { width, height } = target.getBoundingClientRect()
      const name = `${each.localName}.${each.className} ${each.textContent?.trim().slice(0, 24)}`
      if (width < 44 || height < 44) found.push(`${name}: ${Math.round(width)} × ${Math.round(height)} px`)
      const isField = each.matches('select, input:not([type=radio], [type=range])')
      const size = Number.parseFloat(getComputedStyle(each).fontSize)
      if (isField && size < 16) found.push(`${name}: text of ${size} px`)
    }
    expect(found).toEqual([])
  })
})
