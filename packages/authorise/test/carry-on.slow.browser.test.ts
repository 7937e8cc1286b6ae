import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { connectsTo, press, says, watched } from './signed-here.ts'
import { CHECKOUTS, type Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

async function isAccessible({ element }: Stage): Promise<void> {
  const rules = { region: { enabled: false }, 'target-size': { enabled: true } }
  const { violations } = await axe.run(element, { resultTypes: ['violations'], rules })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('axe finds nothing on a meter near its end, light and dark', async () => {
  const { here } = watched({ attributes: { 'extend-url': 'https://shop.example/extend' } })
  await connectsTo(here)
  await press(here)
  await expect.poll(() => here.element.meter).toBe('running')
  here.service.use(3_302)
  window.dispatchEvent(new Event('focus'))
  await says(here, 'Ends in 5 minutes')
  for (const theme of ['light', 'dark'] as const) {
    here.element.theme = theme
    await here.element.updateComplete
    // A theme fades in.
    await Promise.all(
      here.element.shadowRoot
        ?.getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations === 1)
        .map(({ finished }) => finished.catch(() => undefined)) ?? [],
    )
    await isAccessible(here)
  }
})

test('axe finds nothing on a checkout that carries on a meter', async () => {
  const { here } = watched(CHECKOUTS[1]?.[1]())
  await says(here, 'Nothing is interrupted.')
  await isAccessible(here)
})
