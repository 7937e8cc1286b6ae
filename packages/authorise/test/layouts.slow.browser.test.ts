import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cardOf, crowded, fitsIn, LAYOUTS, OWN_STYLES } from './layouts.ts'
import { PHASES } from './phases.ts'
import { rested } from './rested.ts'
import type { Stage } from './stage.ts'

afterEach(async () => {
  document.body.replaceChildren()
  document.body.style.cssText = ''
  document.documentElement.style.fontSize = ''
  await page.viewport(1000, 900)
})

test.each(Object.entries(LAYOUTS))(
  '%s gives the card its width, or the available one',
  async (_name, markup) => {
    await fitsIn(markup)
  },
)

test.each(OWN_STYLES)('with "%s" on the tag, too', async own => {
  await fitsIn('<div></div>', own)
})

test.each(Object.keys(PHASES))('%s: no line lies on another at any size of text', async name => {
  const here = await (PHASES[name] as () => Promise<Stage>)()
  const found: unknown[] = []
  for (const [root, width] of [
    [16, 320],
    [20, 320],
    [24, 360],
    [32, 320],
    [32, 440],
    [32, 1000],
  ] as const) {
    document.documentElement.style.fontSize = `${root}px`
    document.body.style.width = `${width}px`
    await rested(here.element)
    for (const trouble of crowded(cardOf(here))) found.push([root, width, trouble])
  }
  expect(found).toEqual([])
})
