import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cardOf, crowded, fitsIn, LAYOUTS } from './layouts.ts'
import { arrives } from './person.ts'
import { stage } from './stage.ts'

afterEach(async () => {
  document.body.replaceChildren()
  document.body.style.cssText = ''
  document.documentElement.style.fontSize = ''
  await page.viewport(1000, 900)
})

test.each(['a centred grid', 'a dialog', 'a float'])(
  '%s gives the card its width, or what there is',
  async name => {
    await fitsIn(LAYOUTS[name] ?? '')
  },
)

test('text follows the browser’s font size', async () => {
  const here = stage()
  await arrives(here, 'choosing')
  const sizes = () =>
    ['.card', '.note', '.step-name', '.primary', '.figure'].map(each =>
      Number.parseFloat(getComputedStyle(here.element.renderRoot.querySelector(each) as Element).fontSize),
    )
  const before = sizes()
  document.documentElement.style.fontSize = '32px'
  expect(sizes().map((size, index) => size / (before[index] ?? 1))).toEqual([2, 2, 2, 2, 2])
  expect(crowded(cardOf(here))).toEqual([])
})

test('a page whose root is 10 px leaves it legible', async () => {
  document.documentElement.style.fontSize = '62.5%'
  const here = stage()
  await arrives(here, 'choosing')
  expect(getComputedStyle(cardOf(here)).fontSize).toBe('15px')
  expect(cardOf(here).offsetWidth).toBeGreaterThan(400)
})

test.each(['1rem', '24px', '1.2em', '120%', 'x-large', 'calc(1rem + 0.5vw)'])(
  'text of %s lies on no other line',
  async size => {
    const here = stage()
    await arrives(here, 'choosing')
    here.element.style.setProperty('--billing-authorise-font-size', size)
    expect(Number.parseFloat(getComputedStyle(cardOf(here)).fontSize)).toBeGreaterThan(15)
    expect(crowded(cardOf(here))).toEqual([])
  },
)
